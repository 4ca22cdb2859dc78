import Foundation
import Synchronization

/// A fault that the receiver injects into one request.
enum ReceiverFault: Hashable, Sendable {
  /// Cuts the connection before it has read the whole message.
  case cutMidUpload
  /// Accepts the message, and cuts the connection before the answer.
  case cutBeforeAnswer
  /// Accepts the message, and cuts the connection within the answer.
  case cutMidAnswer
  /// Does not accept the message, and answers 503.
  case unavailable
}

/// A receiver of webhooks that counts the messages it has accepted, by delivery. One thread per connection.
final class Receiver: Sendable {
  private struct State {
    var accepted: [Int64: Int] = [:]
    var armed: [ReceiverFault] = []
    var strikes: [ReceiverFault: Int] = [:]
    /// Whether the next message is held.
    var holds = false
    var held: Int64?
  }

  let port: Int
  private let listener: Int32
  private let state = Mutex(State())
  /// Signalled when the held message may be answered.
  private let resumption = DispatchSemaphore(value: 0)

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { [listener] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0 ? getsockname(listener, pointer, &length) : -1
      }
    }
    guard result == 0 else { throw ChaosError("no receiver: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { [self] in
          serve(connection)
          close(connection)
        }
      }
    }
  }

  /// How often each delivery's message was accepted.
  var accepted: [Int64: Int] { state.withLock { $0.accepted } }
  var strikes: [ReceiverFault: Int] { state.withLock { $0.strikes } }

  /// The fault strikes one of the next requests.
  func inject(_ fault: ReceiverFault) { state.withLock { $0.armed.append(fault) } }

  /// The delivery of the message that is held.
  var held: Int64? { state.withLock { $0.held } }

  /// The next message is accepted, but not answered before `release`.
  func hold() { state.withLock { $0.holds = true } }

  /// Answers the message that is held.
  func release() {
    let wasHeld = state.withLock { state in
      defer { (state.holds, state.held) = (false, nil) }
      return state.held != nil
    }
    if wasHeld { resumption.signal() }
  }

  /// - Returns: whether the message must wait.
  private func beginHold(_ delivery: Int64) -> Bool {
    state.withLock { state in
      guard state.holds, delivery != 0 else { return false }
      (state.holds, state.held) = (false, delivery)
      return true
    }
  }

  private func serve(_ connection: Int32) {
    var buffer: [UInt8] = []
    while let head = readHead(connection, &buffer) {
      let fault = state.withLock { state in
        let fault = state.armed.isEmpty ? nil : state.armed.removeFirst()
        if let fault { state.strikes[fault, default: 0] += 1 }
        return fault
      }
      if fault == .cutMidUpload { return }
      if head.expectsContinue, !write("HTTP/1.1 100 Continue\r\n\r\n", to: connection) { return }
      while buffer.count < head.length {
        guard fill(connection, &buffer) else { return }
      }
      buffer.removeFirst(head.length)
      if fault != .unavailable { state.withLock { $0.accepted[head.delivery, default: 0] += 1 } }
      if fault == nil, beginHold(head.delivery) { resumption.wait() }
      switch fault {
      case .cutMidUpload, .cutBeforeAnswer: return
      case .cutMidAnswer:
        _ = write("HTTP/1.1 2", to: connection)
        return
      case .unavailable:
        guard write("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", to: connection) else { return }
      case nil:
        guard write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", to: connection) else { return }
      }
    }
  }

  private struct Head {
    var length = 0
    var delivery: Int64 = 0
    var expectsContinue = false
  }

  /// Removes the head of a request from the buffer. Nil at the end of the connection.
  private func readHead(_ connection: Int32, _ buffer: inout [UInt8]) -> Head? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let found = buffer.firstRange(of: end) {
        let text = String(decoding: buffer[..<found.lowerBound], as: UTF8.self).lowercased()
        buffer.removeFirst(found.upperBound)
        var head = Head()
        for line in text.split(separator: "\r\n") {
          let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
          guard parts.count == 2 else { continue }
          switch parts[0] {
          case "content-length": head.length = Int(parts[1]) ?? 0
          // delivery-ID-HASH
          case "webhook-id": head.delivery = parts[1].split(separator: "-").dropFirst().first.flatMap { Int64($0) } ?? 0
          case "expect": head.expectsContinue = true
          default: break
          }
        }
        return head
      }
      guard fill(connection, &buffer) else { return nil }
    }
  }

  private func fill(_ connection: Int32, _ buffer: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &piece, piece.count, 0)
    guard count > 0 else { return false }
    buffer += piece[..<count]
    return true
  }

  private func write(_ text: String, to connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
