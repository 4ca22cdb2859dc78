import CSpawn
import Glibc

/// What a renderer forbids itself before it reads the first document.
package struct RendererLimits: Hashable, Sendable {
  /// Bytes of private memory.
  package var memory: Int
  package var openFiles: Int

  package init(memory: Int = 1 << 30, openFiles: Int = 256) {
    self.memory = memory
    self.openFiles = openFiles
  }

  /// Applies to this process, for good. Call it at the start, before there are threads.
  package func apply() throws(FleetError) {
    // Dies with the worker. A worker that died before this line is noticed by its end of stdin.
    guard pressrun_die_with_parent() == 0 else { throw .system("prctl") }
    // Writing to a file fails rather than kills: fontconfig tries to write its cache and goes on without.
    signal(SIGXFSZ, SIG_IGN)
    try set(RLIMIT_CORE, 0)
    try set(RLIMIT_FSIZE, 0)
    try set(RLIMIT_NOFILE, openFiles)
    try set(RLIMIT_DATA, memory)
    // Address space is a coarse second line: mapped files and reserved, untouched ranges count here.
    try set(RLIMIT_AS, memory + 8 << 30)
  }

  /// Lets this process use `seconds` more of CPU time from now on, then it is killed.
  package static func allowCPU(seconds: Int) throws(FleetError) {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { throw .system("getrusage") }
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else { throw .system("getrlimit") }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(used + max(1, seconds)))
    guard setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else { throw .system("setrlimit") }
  }

  private func set(_ resource: __rlimit_resource, _ value: Int) throws(FleetError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .system("getrlimit") }
    let bound = min(limit.rlim_max, rlim_t(value))
    limit = rlimit(rlim_cur: bound, rlim_max: bound)
    guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .system("setrlimit") }
  }
}
