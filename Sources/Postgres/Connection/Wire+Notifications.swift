import CLibPQ
import Glibc

extension Wire {

  /// Waits for notifications or the interrupt.
  /// - Returns: the notifications; empty after an interrupt.
  func notifications() throws -> [Notification] {
    while true {
      var received: [Notification] = []
      while let notify = PQnotifies(handle) {
        received.append(
          .message(channel: String(cString: notify.pointee.relname), payload: String(cString: notify.pointee.extra)))
        PQfreemem(notify)
      }
      guard received.isEmpty else { return received }
      switch try wait(for: Int16(POLLIN)) {
      case .ready:
        if PQconsumeInput(handle) == 0 || PQstatus(handle) == CONNECTION_BAD { throw broken(lastMessage, nil) }
      case .interrupted, .timedOut:
        return []
      }
    }
  }

  /// Quotes a name such as a channel's.
  func quoted(_ name: String) throws -> String {
    guard let text = PQescapeIdentifier(handle, name, name.utf8.count) else {
      throw PostgresError(code: .invalidParameter, message: "not a name: \(name)")
    }
    defer { PQfreemem(text) }
    return String(cString: text)
  }
}
