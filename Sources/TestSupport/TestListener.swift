import CLinux
import Foundation
import Glibc
import Synchronization

/// A TCP server for tests whose connections are served by a closure: servers that misbehave.
package final class TestListener: Sendable {
  package let port: Int
  private let listener: Int32
  private let connections = Mutex<[Int32]>([])

  /// - Parameter serve: called for each connection on a separate thread; the connection is closed when it returns.
  package init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
          ? getsockname(descriptor, pointer, &length) : -1
      }
    }
    guard result == 0 else { throw ServerProcessError(message: "no free port", output: "") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread { [weak self] in
      // Not closed by `deinit`: this thread could then accept connections of another listener with the same descriptor.
      defer { Glibc.close(descriptor) }
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 {
          // After `shutdown`.
          if errno == EINVAL { return }
          continue
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let self else {
          Glibc.close(connection)
          return
        }
        self.connections.withLock { $0.append(connection) }
        Thread { [weak self] in
          serve(connection)
          self?.end(connection)
        }.start()
      }
    }.start()
  }

  deinit {
    _ = shutdown(listener, Int32(SHUT_RDWR))
    closeConnections()
  }

  /// Ends all connections.
  package func closeConnections() {
    connections.withLock { for connection in $0 { _ = shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  private func end(_ connection: Int32) {
    connections.withLock { open in
      open.removeAll { $0 == connection }
      Glibc.close(connection)
    }
  }

  /// Sends all bytes; false if the peer has closed the connection.
  @discardableResult
  package static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The next bytes; empty at the end.
  package static func receive(from connection: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Whether the peer closes the connection within this many milliseconds. Drops bytes that arrive.
  package static func isClosed(_ connection: Int32, within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0 && receive(from: connection).isEmpty
  }

  /// A proxy before a port of this host that closes a connection after the client has sent this many bytes.
  /// - Parameters:
  ///   - cutAnswersAfter: asked for each connection; once the client has sent this many bytes, the connection is closed
  ///     in place of the next answer. Nil for no limit.
  ///   - dropsAfter: what the client sends after this many bytes does not arrive, and the connection stays open.
  ///   - limit: asked for each connection; nil for no limit.
  package static func proxy(
    to port: Int, cutAnswersAfter: @escaping @Sendable () -> Int? = { nil }, dropsAfter: Int = .max,
    limit: @escaping @Sendable () -> Int?
  ) throws -> TestListener {
    try TestListener { client in
      guard let server = try? TestConnection.connect(to: port) else { return }
      let sent = SentBytes()
      let longest = cutAnswersAfter() ?? .max
      let ended = DispatchSemaphore(value: 0)
      let back = Thread {
        defer { ended.signal() }
        while true {
          let bytes = receive(from: server)
          if bytes.isEmpty || sent.count.withLock({ $0 }) >= longest || !send(bytes, to: client) { break }
        }
        _ = shutdown(client, Int32(SHUT_RDWR))
      }
      back.start()
      var left = limit()
      while true {
        let bytes = receive(from: client)
        if bytes.isEmpty { break }
        let count = sent.count.withLock { count in
          count += bytes.count
          return count
        }
        if count > dropsAfter { continue }
        if let allowed = left {
          _ = send(Array(bytes.prefix(allowed)), to: server)
          left = allowed - bytes.count
          if allowed <= bytes.count { break }
        } else if !send(bytes, to: server) {
          break
        }
      }
      _ = shutdown(server, Int32(SHUT_RDWR))
      _ = shutdown(client, Int32(SHUT_RDWR))
      ended.wait()
      Glibc.close(server)
    }
  }
}

/// The bytes that the client of a proxy has sent.
private final class SentBytes: Sendable {
  let count = Mutex(0)
}
