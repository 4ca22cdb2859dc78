import CLinux
import Foundation
import Postgres
import Synchronization

/// Stands between clients and a PostgreSQL on Unix sockets, and cuts connections where it hurts.
package final class FaultProxy: Sendable {
  package enum Fault: Sendable {
    /// Half of what the client sends gets through.
    case cutMidStatement
    /// The server does what it is asked; its answer never arrives.
    case cutBeforeTheAnswer
  }

  private struct State {
    var faults: [(fault: Fault, words: [UInt8])] = []
    var pairs: [ObjectIdentifier: Pair] = [:]
    var cuts = 0
    var isClosed = false
  }

  /// The folder to name as the host.
  package let folder: String
  private let target: String
  private let listener: Int32
  private let state = Mutex(State())

  /// - Parameters:
  ///   - target: the folder of the server's own socket.
  ///   - folder: an existing one, for the proxy's socket.
  package init(to target: String, in folder: String) throws {
    self.folder = folder
    self.target = target
    listener = Self.socket()
    unlink(folder + Self.socketName)
    let result = Self.withAddress(folder) { bind(listener, $0, $1) }
    guard listener >= 0, result == 0, listen(listener, 64) == 0 else {
      throw PostgresError(code: .connectionFailed, message: "no proxy at \(folder): \(String(cString: strerror(errno)))")
    }
    Thread { [self] in accept() }.start()
  }

  /// Between the tests' own clients and the database of a URL.
  /// - Returns: the proxy, and the URL that leads through it.
  package static func make(before url: String) throws -> (proxy: FaultProxy, url: String) {
    guard let range = url.range(of: #"host=[^&]*"#, options: .regularExpression),
      let host = String(url[range].dropFirst("host=".count)).removingPercentEncoding
    else { throw PostgresError(code: .invalidConfiguration, message: "the URL names no socket folder") }
    let proxy = try FaultProxy(to: host, in: try Guardian.makeFolder())
    return (proxy, url.replacingCharacters(in: range, with: "host=\(proxy.folder)"))
  }

  /// Connections cut so far.
  package var cuts: Int { state.withLock { $0.cuts } }

  /// Does this to the next connection whose client sends these words.
  package func inject(_ fault: Fault, at words: String) {
    state.withLock { $0.faults.append((fault, Array(words.utf8))) }
  }

  /// Cuts every connection.
  package func cutAll() {
    let pairs = state.withLock { state in
      state.cuts += state.pairs.count
      return Array(state.pairs.values)
    }
    for pair in pairs { pair.cut() }
  }

  /// Takes no more connections, and cuts the ones that are there.
  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
    cutAll()
    unlink(folder + Self.socketName)
  }

  private func accept() {
    while true {
      let client = clinux_accept4(listener)
      if client < 0 {
        if state.withLock({ $0.isClosed }) { break }
        if errno != EINTR && errno != ECONNABORTED { break }
        continue
      }
      let server = Self.socket()
      // While the server is away, its clients find nobody here either.
      guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
        Glibc.close(server)
        Glibc.close(client)
        continue
      }
      let pair = Pair(client: client, server: server)
      state.withLock { $0.pairs[ObjectIdentifier(pair)] = pair }
      Thread { [self] in
        relay(pair)
        state.withLock { $0.pairs[ObjectIdentifier(pair)] = nil }
      }.start()
    }
    Glibc.close(listener)
  }

  private func relay(_ pair: Pair) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ends = [
        pollfd(fd: pair.client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pair.server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, -1) >= 0 || errno == EINTR else { return }
      if ends[1].revents != 0 {
        let count = read(pair.server, &buffer, buffer.count)
        guard count > 0, Self.send(buffer[..<count], to: pair.client) else { return }
      }
      if ends[0].revents != 0 {
        let count = read(pair.client, &buffer, buffer.count)
        guard count > 0 else { return }
        switch fault(for: buffer[..<count]) {
        case nil:
          guard Self.send(buffer[..<count], to: pair.server) else { return }
        case .cutMidStatement:
          _ = Self.send(buffer[..<(count / 2)], to: pair.server)
          return
        case .cutBeforeTheAnswer:
          guard Self.send(buffer[..<count], to: pair.server) else { return }
          _ = read(pair.server, &buffer, buffer.count)
          return
        }
      }
    }
  }

  /// The fault that waits for a message such as this one.
  private func fault(for message: ArraySlice<UInt8>) -> Fault? {
    state.withLock { state in
      guard let index = state.faults.firstIndex(where: { message.contains($0.words) }) else { return nil }
      state.cuts += 1
      return state.faults.remove(at: index).fault
    }
  }

  private static let socketName = "/.s.PGSQL.5432"

  private static func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }

  private static func withAddress(_ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((folder + socketName).utf8.prefix(107))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The two ends of one connection, closed with their owner.
private final class Pair: Sendable {
  let client: Int32
  let server: Int32

  init(client: Int32, server: Int32) {
    self.client = client
    self.server = server
  }

  deinit {
    close(client)
    close(server)
  }

  func cut() {
    shutdown(client, Int32(SHUT_RDWR))
    shutdown(server, Int32(SHUT_RDWR))
  }
}
