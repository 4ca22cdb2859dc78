#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Wrappers of functions that Swift cannot call by their own names: the C library declares them only if _GNU_SOURCE is
// defined, which depends on the importing module, or they are variadic.

static inline ssize_t clinux_copy_file_range(int source, int target, size_t length) {
  extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
  return copy_file_range(source, NULL, target, NULL, length, 0);
}

static inline int clinux_pipe2(int ends[2], int flags) {
  extern int pipe2(int *, int);
  return pipe2(ends, flags);
}

// Renames a file within a folder; EEXIST if the target exists.
static inline int clinux_rename_without_replacing(int folder, const char *source, const char *target) {
  extern int renameat2(int, const char *, int, const char *, unsigned int);
  return renameat2(folder, source, folder, target, 1 /* RENAME_NOREPLACE */);
}

// Closes every descriptor from `first` on in the child.
static inline int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Changes the working folder of the child.
static inline int clinux_spawn_change_folder(posix_spawn_file_actions_t *actions, const char *path) {
  extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

// A counter that `poll` can wait for. Neither reads nor writes block, and children do not inherit it.
static inline int clinux_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Names the calling thread; the kernel cuts the name off after 15 bytes.
static inline void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// Blocks all signals for the calling thread, except those that report its own faults.
static inline void clinux_block_signals(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&blocked, faults[index]);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
}

// A connection, which children do not inherit.
static inline int clinux_accept4(int listener) {
  extern int accept4(int, struct sockaddr *, socklen_t *, int);
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

// Limits another process; the soft limit alone, so that it can be raised again.
static inline int clinux_limit_file_size(pid_t process, uint64_t bytes) {
  struct { uint64_t soft, hard; } now, limit;
  if (syscall(SYS_prlimit64, process, RLIMIT_FSIZE, NULL, &now) != 0) return -1;
  limit.soft = bytes < now.hard ? bytes : now.hard;
  limit.hard = now.hard;
  return (int)syscall(SYS_prlimit64, process, RLIMIT_FSIZE, &limit, NULL);
}

// A descriptor that becomes readable when the process ends.
static inline int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// SIGKILL for this process when the thread that spawned it ends.
static inline int clinux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

// The lowest address of the calling thread's stack, and its size; 0 where that is not known.
static inline uintptr_t clinux_stack(size_t *size) {
  extern int pthread_getattr_np(pthread_t, pthread_attr_t *);
  pthread_attr_t attributes;
  void *lowest = NULL;
  *size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  int result = pthread_attr_getstack(&attributes, &lowest, size);
  pthread_attr_destroy(&attributes);
  return result == 0 ? (uintptr_t)lowest : 0;
}

// Hides this process's memory, environment and descriptors (`/proc/PID/mem`, `environ`, `fd`) from other processes of the same
// user.
static inline int clinux_hide_process(void) { return prctl(PR_SET_DUMPABLE, 0); }

// No program that this process starts gets more rights than this process has.
static inline int clinux_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// Drops all capabilities of the calling thread, also for programs that it starts.
static inline int clinux_drop_capabilities(void) {
  // Without CAP_SETPCAP the bounding set stays as it is, which does not matter without new privileges.
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return (int)syscall(SYS_capset, &header, none);
}

// Landlock (landlock(7)). A rule set that controls all access to files that version 1 of the interface knows and, where the
// kernel can, signals and abstract Unix sockets to processes outside. Returns its descriptor.
static inline int clinux_landlock_create(void) {
  struct { uint64_t files, network, scoped; } attributes = {0x1fff, 0, 0};
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 0) return -1;
  if (version >= 2) attributes.files |= 1 << 13;
  if (version >= 3) attributes.files |= 1 << 14;
  if (version >= 5) attributes.files |= 1 << 15;
  if (version >= 4) attributes.network = 3;
  if (version >= 6) attributes.scoped = 3;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
}

// Allows reading a file, or the files and folders below a folder.
static inline int clinux_landlock_allow_reading(int rules, int descriptor, int is_folder) {
  struct landlock_path_beneath_attr rule = {
      LANDLOCK_ACCESS_FS_READ_FILE | (is_folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0), descriptor};
  return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

// Puts the rules in force for the calling thread and the threads that it starts.
static inline int clinux_landlock_enter(int rules) { return (int)syscall(SYS_landlock_restrict_self, rules, 0); }

// Starts a program in a user namespace in which it has no user and no capabilities, and in network and IPC namespaces of its
// own. It leads a process group, and has no descriptors but the three standard streams, no blocked and no ignored signals.
//
// The child calls only functions that are safe after fork in a process with threads.
static inline pid_t clinux_spawn_isolated(
    const char *path, char *const arguments[], char *const environment[], int input, int output, int errors) {
  enum { new_user = 0x10000000, new_network = 0x40000000, new_ipc = 0x08000000 };
  extern int close_range(unsigned int, unsigned int, int);
  int report[2];
  if (clinux_pipe2(report, O_CLOEXEC) != 0) return -1;
  sigset_t all, before;
  sigfillset(&all);
  // No signal handler of this process may run in the child.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD | new_user | new_network | new_ipc, 0, 0, 0, 0);
  int failure = child < 0 ? errno : 0;
  if (child == 0) {
    setpgid(0, 0);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    // The report's end moves out of the way of the standard streams.
    int end = fcntl(report[1], F_DUPFD_CLOEXEC, 10);
    int standard[3] = {
        fcntl(input, F_DUPFD_CLOEXEC, 10), fcntl(output, F_DUPFD_CLOEXEC, 10), fcntl(errors, F_DUPFD_CLOEXEC, 10)};
    for (int stream = 0; stream < 3; stream++) dup2(standard[stream], stream);
    close_range(3, (unsigned int)end - 1, 0);
    close_range((unsigned int)end + 1, ~0U, 0);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // In the new namespace this process still has all capabilities, until it executes the program.
    clinux_forbid_new_privileges();
    clinux_drop_capabilities();
    execve(path, arguments, environment);
    failure = errno;
    ssize_t written = write(end, &failure, sizeof failure);
    _exit(written > 0 ? 127 : 126);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (child > 0 && read(report[0], &failure, sizeof failure) > 0) waitpid(child, NULL, 0);
  close(report[0]);
  errno = failure;
  return failure == 0 ? child : -1;
}
