import Glibc

/// Servers whose data folder was removed while they ran (`rm -rf .pressrun`).
///
/// Such a server notices this after up to a minute. It then ends and removes its socket file, which may belong to a new
/// server by then.
enum OrphanedServers {
  /// Ends the servers of a removed data folder, and waits for their end. Blocking.
  static func end(of data: String, atMost limit: Duration = .seconds(20)) {
    let orphans = processes(in: data + " (deleted)")
    guard !orphans.isEmpty else { return }
    for process in orphans where !orphans.contains(parent(of: process)) { kill(process, SIGQUIT) }
    let deadline = ContinuousClock.now + limit
    while !processes(in: data + " (deleted)").isEmpty, ContinuousClock.now < deadline { usleep(20_000) }
  }

  private static func processes(in folder: String) -> Set<pid_t> {
    Set(Files.names(in: "/proc").compactMap { pid_t($0) }.filter { Files.linkTarget("/proc/\($0)/cwd") == folder })
  }

  private static func parent(of process: pid_t) -> pid_t {
    let status = Files.text("/proc/\(process)/status") ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line.flatMap { pid_t($0.dropFirst("PPid:".count).drop { $0.isWhitespace }) } ?? 0
  }
}
