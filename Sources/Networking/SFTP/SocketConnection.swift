import Dispatch
import Glibc
import OperatingSystem
import Synchronization

/// A connected TCP socket that is used by blocking calls. Another thread can end these calls: `interrupt` shuts the
/// connection down.
final class SocketConnection: Sendable {
  let descriptor: Int32
  private let interruption = Mutex<NetworkError.Code?>(nil)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { Glibc.close(descriptor) }

  /// The reason for which this side shut the connection down; nil if it did not.
  var interrupted: NetworkError.Code? { interruption.withLock { $0 } }

  func interrupt(_ reason: NetworkError.Code) {
    interruption.withLock { if $0 == nil { $0 = reason } }
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Calls `body`, and shuts the connection down if it takes longer than `limit`.
  func within<Value, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + .milliseconds(Int(limit.wholeMilliseconds)))
    timer.setEventHandler { [weak self] in self?.interrupt(.timedOut) }
    timer.activate()
    defer { timer.cancel() }
    return try body()
  }

  /// Connects to the first address of the host that answers within the time limit.
  /// - Throws: `NetworkError` `.connectFailed`.
  static func connect(to host: PinnedHost, place: String, within limit: Duration) throws(NetworkError)
    -> SocketConnection
  {
    let deadline = ContinuousClock.now + limit
    var failure = ETIMEDOUT
    for (index, address) in host.addresses.enumerated() {
      // An address that does not answer leaves time for the following ones.
      let time = (deadline - .now) / (host.addresses.count - index)
      guard time > .zero else { break }
      let raw = socket(
        address.family == .v4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard raw >= 0 else {
        failure = errno
        continue
      }
      if let error = connect(raw, address, port: host.port, milliseconds: time.wholeMilliseconds) {
        failure = error
        Glibc.close(raw)
      } else {
        return SocketConnection(raw)
      }
    }
    throw NetworkError(
      code: .connectFailed, message: "no connection: \(String(cString: strerror(failure)))", place: place)
  }

  /// - Returns: the error number; nil if the socket is connected.
  private static func connect(_ raw: Int32, _ address: IPAddress, port: Int, milliseconds: Int32) -> Int32? {
    let flags = fcntl(raw, F_GETFL)
    _ = fcntl(raw, F_SETFL, flags | O_NONBLOCK)
    let status = address.withSocketAddress(port: port) { Glibc.connect(raw, $0, $1) }
    if status != 0 {
      guard errno == EINPROGRESS else { return errno }
      var waiting = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&waiting, 1, milliseconds)
      guard ready > 0 else { return ready == 0 ? ETIMEDOUT : errno }
      var error: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(raw, SOL_SOCKET, SO_ERROR, &error, &length)
      if error != 0 { return error }
    }
    _ = fcntl(raw, F_SETFL, flags)
    return nil
  }
}

extension IPAddress {
  fileprivate func withSocketAddress<Value>(
    port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value {
    func call<Address>(_ address: Address) -> Value {
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
      }
    }
    switch family {
    case .v4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(truncatingIfNeeded: value).bigEndian
      return call(address)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(port).bigEndian
      withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
        for index in 0..<16 { bytes[index] = UInt8(truncatingIfNeeded: value >> UInt128(8 * (15 - index))) }
      }
      return call(address)
    }
  }
}
