import CLinux
import Glibc

/// Limits that a renderer process sets for itself.
package struct RendererLimits: Hashable, Sendable {
  /// Descriptors that the process may have open at once (`RLIMIT_NOFILE`).
  package var openFiles: Int

  package init(openFiles: Int = 256) { self.openFiles = openFiles }

  /// Limits this process until its end. Call it before the first document.
  package func apply() throws(RenderingError) {
    // The kernel kills this process when the worker dies. If the worker died before this call, stdin ends.
    guard clinux_die_with_parent() == 0 else { throw .system("prctl") }
    // Writing to a file then fails and does not kill: fontconfig tries to write its cache, and works without it.
    signal(SIGXFSZ, SIG_IGN)
    try Self.lower(RLIMIT_CORE, to: 0, isPermanent: true)
    try Self.lower(RLIMIT_FSIZE, to: 0, isPermanent: true)
    try Self.lower(RLIMIT_NOFILE, to: openFiles, isPermanent: true)
  }

  /// Sets the limits of the next document. Beyond its CPU time the process is killed; beyond its memory allocations
  /// fail. Memory is private writable memory (`RLIMIT_DATA`), including what earlier documents have left allocated.
  package static func allow(cpuSeconds: Int, memory: Int) throws(RenderingError) {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { throw .system("getrusage") }
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
    try lower(RLIMIT_CPU, to: used + max(1, cpuSeconds), isPermanent: false)
    try lower(RLIMIT_DATA, to: memory, isPermanent: false)
  }

  private static func lower(
    _ resource: __rlimit_resource, to value: Int, isPermanent: Bool
  ) throws(RenderingError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .system("getrlimit") }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(max(0, value)))
    if isPermanent { limit.rlim_max = limit.rlim_cur }
    guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .system("setrlimit") }
  }
}
