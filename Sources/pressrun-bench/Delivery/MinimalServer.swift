import Foundation
import Glibc
import OperatingSystem
import Synchronization

/// A server on 127.0.0.1 that does as little as possible, so that the clients are what a benchmark measures: one thread
/// per connection, which reads requests and writes fixed answers.
final class MinimalServer: Sendable {
  /// The progress of reading a request, and its answer.
  struct Step {
    /// Bytes of the buffer that were a complete request; 0 if more are needed.
    var consumed: Int
    var answer: [UInt8]
    /// Whether it was a document, and not a command before one.
    var isDocument = true
  }

  /// Finds the next request at the start of the buffer. A new one is made for each connection.
  typealias Dialogue = (_ buffer: UnsafeRawBufferPointer) -> Step

  let port: Int
  private let listener: Int32
  private let documents = Atomic(0)

  /// - Parameters:
  ///   - greeting: is sent first.
  ///   - dialogue: makes the state of a connection.
  init(greeting: String = "", dialogue: @escaping @Sendable () -> Dialogue) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 512) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else { throw BenchmarkError("cannot listen: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: address.sin_port))
    listener = descriptor
    try startThread(name: "accept") { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        try? startThread(name: "connection") { self.serve(connection, greeting, dialogue()) }
      }
    }
  }

  /// The documents that were received.
  var count: Int { documents.load(ordering: .relaxed) }

  private func serve(_ connection: Int32, _ greeting: String, _ dialogue: Dialogue) {
    defer { close(connection) }
    var one: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    if !greeting.isEmpty { Self.send(Array(greeting.utf8), to: connection) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var used = 0
    while true {
      let count = read(connection, buffer.baseAddress! + used, buffer.count - used)
      guard count > 0 else { return }
      used += count
      var start = 0
      while start < used {
        let step = dialogue(UnsafeRawBufferPointer(rebasing: buffer[start..<used]))
        if step.consumed > 0, step.isDocument { documents.add(1, ordering: .relaxed) }
        if !step.answer.isEmpty { Self.send(step.answer, to: connection) }
        guard step.consumed > 0 else { break }
        start += step.consumed
      }
      buffer.baseAddress!.copyMemory(from: buffer.baseAddress! + start, byteCount: used - start)
      used -= start
    }
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    _ = bytes.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
}
