import CSeccomp
import Glibc

/// The system call filter of renderers (seccomp-bpf, by libseccomp).
///
/// There are three classes of calls. Calls that rendering needs (memory, threads, clocks, reading files, writing to the
/// open pipe) are allowed. Calls that no library makes by mistake (starting a process, a socket to another machine,
/// tracing) kill the process. All others fail with `EPERM`, which libraries handle: fontconfig then works without
/// writing its cache.
///
/// Files may be opened for reading, so that later documents can use further fonts; `FileAccess` says which.
enum SystemCallFilter {
  /// Puts the filter in force for all threads of this process, permanently.
  /// - Throws: `RenderingError` `.sandboxRefused` if the kernel or a container's filter does not allow it.
  static func enter() throws(RenderingError) {
    guard let filter = seccomp_init(cseccomp_fail(UInt16(EPERM))) else { throw refused("seccomp_init", ENOMEM) }
    defer { seccomp_release(filter) }
    // Includes threads that run already (Dispatch, image loaders).
    try check("thread synchronisation", seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
    try check("other architectures", seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, cseccomp_kill_process()))
    for rule in rules {
      // This architecture has no such call.
      let call = seccomp_syscall_resolve_name(rule.call)
      guard call != noSuchCall else { continue }
      try check(rule.call, seccomp_rule_add_array(filter, rule.action, call, UInt32(rule.where.count), rule.where))
    }
    try check("seccomp", seccomp_load(filter))
  }

  private static let noSuchCall: Int32 = -1

  private static func check(_ what: String, _ result: Int32) throws(RenderingError) {
    guard result == 0 else { throw refused(what, -result) }
  }

  private static func refused(_ what: String, _ number: Int32) -> RenderingError {
    RenderingError(
      code: .sandboxRefused,
      message: "the kernel refuses to confine renderers (\(what): \(String(cString: strerror(number))))")
  }

  private struct Rule {
    var call: String
    var action: UInt32
    var `where`: [scmp_arg_cmp] = []
  }

  private static var rules: [Rule] {
    let (allow, kill) = (cseccomp_allow(), cseccomp_kill_process())
    var rules = harmless.map { Rule(call: $0, action: allow) }
    rules += hostile.map { Rule(call: $0, action: kill) }

    // Reading only: no flag that creates or changes a file. O_TMPFILE is O_DIRECTORY and one more bit.
    let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | 0o20_000_000)
    rules.append(Rule(call: "open", action: allow, where: [cseccomp_masked(1, writing, UInt64(O_RDONLY))]))
    rules.append(Rule(call: "openat", action: allow, where: [cseccomp_masked(2, writing, UInt64(O_RDONLY))]))

    // Threads, but no processes. A filter cannot read the flags of clone3, which are in memory; if it fails, the C
    // library uses clone.
    let thread: UInt64 = 0x10000
    rules.append(Rule(call: "clone", action: allow, where: [cseccomp_masked(0, thread, thread)]))
    rules.append(Rule(call: "clone", action: kill, where: [cseccomp_masked(0, thread, 0)]))
    rules.append(Rule(call: "clone3", action: cseccomp_fail(UInt16(ENOSYS))))

    // Looking up a user tries a Unix socket and handles a refusal. Any other socket is an attempt to reach the network.
    let all = UInt64(UInt32.max)
    rules.append(
      Rule(
        call: "socket", action: kill,
        where: [scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: UInt64(AF_UNIX), datum_b: 0)]))

    // Signals and limits for this process alone.
    let own = UInt64(getpid())
    rules.append(Rule(call: "tgkill", action: allow, where: [cseccomp_masked(0, all, own)]))
    rules.append(Rule(call: "kill", action: allow, where: [cseccomp_masked(0, all, own)]))
    rules.append(Rule(call: "prlimit64", action: allow, where: [cseccomp_masked(0, all, 0)]))
    // The names of threads and of anonymous memory.
    for option: UInt64 in [15, 16, 0x5356_4d41] {
      rules.append(Rule(call: "prctl", action: allow, where: [cseccomp_masked(0, all, option)]))
    }
    // Descriptors, but no signals to other processes when a descriptor becomes ready (F_SETOWN, F_SETSIG).
    let control = [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW]
    for command in control {
      rules.append(Rule(call: "fcntl", action: allow, where: [cseccomp_masked(1, all, UInt64(command))]))
    }
    // isatty, and the number of bytes to read.
    for request: UInt64 in [0x5401, 0x541b] {
      rules.append(Rule(call: "ioctl", action: allow, where: [cseccomp_masked(1, all, request)]))
    }
    return rules
  }

  private static let harmless = [
    // Open files.
    "read", "readv", "pread64", "preadv", "write", "writev", "close", "close_range", "lseek", "dup", "dup2",
    "dup3", "poll", "ppoll", "select", "pselect6", "fadvise64",
    // File attributes.
    "stat", "lstat", "fstat", "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat", "faccessat2",
    "readlink", "readlinkat", "getdents64", "getcwd",
    // Memory.
    "mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "mincore", "membarrier",
    // Threads, and the calls that Dispatch waits with.
    "futex", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "sched_yield", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getcpu", "eventfd2",
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "timerfd_create", "timerfd_settime",
    "pipe", "pipe2",
    // Signals.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "sigaltstack", "signalfd4",
    "pause", "restart_syscall",
    // Time and randomness.
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times", "getrandom",
    // Identity and limits.
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getpgrp",
    "getrusage", "getrlimit", "setrlimit", "getpriority", "uname", "sysinfo", "arch_prctl",
    "exit", "exit_group",
  ]

  private static let hostile = [
    "fork", "vfork", "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd",
    "connect", "bind", "listen", "accept", "accept4", "socketpair", "sendto", "sendmsg", "sendmmsg",
    "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "bpf", "io_uring_setup", "userfaultfd",
    "perf_event_open", "init_module", "finit_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "keyctl",
    "add_key", "request_key", "setuid", "setgid", "setresuid", "setresgid", "setreuid", "setregid", "capset",
    "open_by_handle_at",
  ]
}
