import Glibc

/// The service manager that started this process, such as systemd. It is notified as described in sd_notify(3): by
/// datagrams of `NAME=value` lines to the Unix socket `NOTIFY_SOCKET`.
package struct ServiceManager: Sendable {
  private let address: [UInt8]
  /// The watchdog interval, after which the manager restarts this process unless it was notified; nil without watchdog.
  package let watchdog: Duration?

  /// Fails if the manager does not expect notifications.
  package init?(environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), path.utf8.count < Self.pathLimit
    else { return nil }
    // `@` represents the NUL of an abstract address.
    address = first == UInt8(ascii: "@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)
    let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    watchdog = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
      .flatMap { isForUs && $0 > 0 ? .microseconds($0) : nil }
  }

  /// The process is ready.
  package func ready() { send("READY=1") }
  /// The process accepts no more work and will end.
  package func stopping() { send("STOPPING=1") }
  /// Resets the watchdog.
  package func alive() { send("WATCHDOG=1", orDrop: true) }
  /// One line for `systemctl status`.
  package func status(_ text: String) {
    send("STATUS=\(text.split(whereSeparator: \.isNewline).joined(separator: " "))", orDrop: true)
  }

  private static let pathLimit = 108

  /// Errors are ignored: the process works without its manager.
  /// - Parameter orDrop: whether to drop the message instead of waiting if the manager's socket is full.
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
