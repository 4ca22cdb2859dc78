import CLinux
import Glibc

/// What a renderer forbids itself.
package struct RendererLimits: Hashable, Sendable {
  package var openFiles: Int

  package init(openFiles: Int = 256) { self.openFiles = openFiles }

  /// Limits this process for good. Call it before the first document.
  package func apply() throws(RenderingError) {
    // Dies with the worker. A worker that died before this line is noticed by the end of stdin.
    guard clinux_die_with_parent() == 0 else { throw .system("prctl") }
    // Writing to a file then fails rather than kills: fontconfig tries to write its cache, and goes on without.
    signal(SIGXFSZ, SIG_IGN)
    try Self.lower(RLIMIT_CORE, to: 0, andForGood: true)
    try Self.lower(RLIMIT_FSIZE, to: 0, andForGood: true)
    try Self.lower(RLIMIT_NOFILE, to: openFiles, andForGood: true)
  }

  /// Limits what the next document may use: past its CPU time the process is killed, past its memory allocations fail.
  /// Memory counts what is private and writable (`RLIMIT_DATA`), with what earlier documents left behind.
  package static func allow(cpuSeconds: Int, memory: Int) throws(RenderingError) {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { throw .system("getrusage") }
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
    try lower(RLIMIT_CPU, to: used + max(1, cpuSeconds), andForGood: false)
    try lower(RLIMIT_DATA, to: memory, andForGood: false)
  }

  private static func lower(
    _ resource: __rlimit_resource, to value: Int, andForGood isFinal: Bool
  ) throws(RenderingError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .system("getrlimit") }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(max(0, value)))
    if isFinal { limit.rlim_max = limit.rlim_cur }
    guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .system("setrlimit") }
  }
}
