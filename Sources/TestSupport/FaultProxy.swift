import CLinux
import Foundation
import Postgres
import Synchronization

/// A proxy between clients and a PostgreSQL server on Unix sockets that injects faults: it closes connections at given
/// points of the protocol.
package final class FaultProxy: Sendable {
  package enum Fault: Sendable {
    /// Half of the client's message is forwarded.
    case cutMidStatement
    /// The statement is forwarded, and the connection is closed while the server executes it.
    case cutMidCommit
    /// The server executes the statement; its answer is not forwarded.
    case cutBeforeTheAnswer
    /// Half of the answer is forwarded.
    case cutMidAnswer
    /// The answer is forwarded, and then the connection is closed.
    case cutAfterTheAnswer
  }

  private struct State {
    var faults: [(fault: Fault, words: [String])] = []
    var pairs: [ObjectIdentifier: Pair] = [:]
    var cuts = 0
    var strikes: [Fault: Int] = [:]
    var isClosed = false
  }

  /// The folder that clients use as the host.
  package let folder: String
  private let target: String
  private let listener: Int32
  private let state = Mutex(State())

  /// - Parameters:
  ///   - target: the folder of the server's socket.
  ///   - folder: an existing folder for the proxy's socket.
  package init(to target: String, in folder: String) throws {
    self.folder = folder
    self.target = target
    listener = Self.socket()
    unlink(folder + Self.socketName)
    let result = Self.withAddress(folder) { bind(listener, $0, $1) }
    guard listener >= 0, result == 0, listen(listener, 64) == 0 else {
      throw PostgresError(
        code: .connectionFailed, message: "no proxy at \(folder): \(String(cString: strerror(errno)))")
    }
    Thread { [self] in accept() }.start()
  }

  /// Creates a proxy for the database of a URL.
  /// - Returns: the proxy, and the URL of the database through it.
  package static func make(before url: String) throws -> (proxy: FaultProxy, url: String) {
    guard let range = url.range(of: #"host=[^&]*"#, options: .regularExpression),
      let host = String(url[range].dropFirst("host=".count)).removingPercentEncoding
    else { throw PostgresError(code: .invalidConfiguration, message: "the URL names no socket folder") }
    let proxy = try FaultProxy(to: host, in: try Reaper.makeFolder())
    return (proxy, url.replacingCharacters(in: range, with: "host=\(proxy.folder)"))
  }

  /// Number of connections closed so far.
  package var cuts: Int { state.withLock { $0.cuts } }

  /// How often each fault occurred so far. A fault that waits for its statement is not counted.
  package var strikes: [Fault: Int] { state.withLock { $0.strikes } }

  /// Injects a fault into the next connection that runs a statement, prepared or not, that contains any of these words.
  package func inject(_ fault: Fault, at words: [String]) {
    state.withLock { $0.faults.append((fault, words)) }
  }

  /// Closes every connection.
  /// - Returns: how many.
  @discardableResult
  package func cutAll() -> Int {
    let pairs = state.withLock { state in
      state.cuts += state.pairs.count
      return Array(state.pairs.values)
    }
    for pair in pairs { pair.cut() }
    return pairs.count
  }

  /// Stops accepting connections and closes the existing ones.
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
      // While the server is down, clients cannot connect through the proxy either.
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
    var statements = StatementReader()
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
        let fault = fault(for: statements.read(buffer[..<count]))
        if let fault { return strike(fault, at: buffer[..<count], pair) }
        guard Self.send(buffer[..<count], to: pair.server) else { return }
      }
    }
  }

  /// Forwards a statement as the fault prescribes. The connection ends afterwards.
  private func strike(_ fault: Fault, at request: ArraySlice<UInt8>, _ pair: Pair) {
    guard fault != .cutMidStatement else {
      _ = Self.send(request.prefix(request.count / 2), to: pair.server)
      return
    }
    guard Self.send(request, to: pair.server), fault != .cutMidCommit else { return }
    let answer = Self.answer(of: pair.server)
    switch fault {
    case .cutMidStatement, .cutMidCommit, .cutBeforeTheAnswer: break
    case .cutMidAnswer: _ = Self.send(answer.prefix(answer.count / 2), to: pair.client)
    case .cutAfterTheAnswer: _ = Self.send(answer[...], to: pair.client)
    }
  }

  /// Reads the server's answer until it is ready for the next statement, or closes the connection.
  private static func answer(of server: Int32) -> [UInt8] {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // ReadyForQuery: `Z`, a length and a state.
    while answer.suffix(6).dropLast() != [0x5A, 0, 0, 0, 5] {
      let count = read(server, &buffer, buffer.count)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return answer
  }

  /// The fault that waits for one of these statements. It is counted as having occurred.
  private func fault(for statements: [String]) -> Fault? {
    guard !statements.isEmpty else { return nil }
    return state.withLock { state in
      let index = state.faults.firstIndex { waiting in
        waiting.words.contains { word in statements.contains { $0.contains(word) } }
      }
      guard let index else { return nil }
      let fault = state.faults.remove(at: index).fault
      state.cuts += 1
      state.strikes[fault, default: 0] += 1
      return fault
    }
  }

  private static let socketName = "/.s.PGSQL.5432"

  private static func socket() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

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

/// The two sockets of one connection. Closed when it is released.
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
