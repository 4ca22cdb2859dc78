import Glibc

/// The service manager that started this process, where it wants to be told how it goes: sd_notify(3), a datagram of
/// `NAME=value` lines to the Unix socket that `NOTIFY_SOCKET` names.
package struct ServiceManager: Sendable {
  private let address: [UInt8]
  /// How long the manager waits for a sign of life before it kills and restarts this process; nil where it does not watch.
  package let watchdog: Duration?

  /// Nil where nobody wants to be told.
  package init?(environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), path.utf8.count < Self.pathLimit
    else { return nil }
    // `@` stands for the NUL of an abstract address.
    address = first == UInt8(ascii: "@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)
    let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    watchdog = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
      .flatMap { isForUs && $0 > 0 ? .microseconds($0) : nil }
  }

  /// The worker claims jobs.
  package func ready() { send("READY=1") }
  /// The worker claims no more jobs and will end.
  package func stopping() { send("STOPPING=1") }
  /// The worker lives.
  package func alive() { send("WATCHDOG=1", orDrop: true) }
  /// One line for `systemctl status`.
  package func status(_ text: String) {
    send("STATUS=\(text.split(whereSeparator: \.isNewline).joined(separator: " "))", orDrop: true)
  }

  private static let pathLimit = 108

  /// Best effort: a manager that is gone is no reason to stop working.
  /// - Parameter orDrop: where the manager does not come to reading, rather than wait for it: the next one will do.
  private func send(_ message: String, orDrop: Bool = false) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + address.count } ?? 0
    let bytes = Array(message.utf8)
    let flags = Int32(MSG_NOSIGNAL) | (orDrop ? Int32(MSG_DONTWAIT) : 0)
    withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, flags, $0, socklen_t(length))
      }
    }
  }
}
