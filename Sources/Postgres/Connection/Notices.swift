import CLibPQ

/// The server's notices on one connection. Accessed by the connection's thread only.
final class Notices {
  /// The latest notices.
  private(set) var messages: [String] = []
  /// Whether the server has announced the end of the connection.
  private(set) var sawFatal = false
  private static let limit = 100

  func append(_ result: OpaquePointer) {
    func field(_ code: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
    }
    // Field V is the severity, not translated.
    if ["FATAL", "PANIC"].contains(field("V")) { sawFatal = true }
    if messages.count >= Self.limit { messages.removeFirst() }
    messages.append(field("M"))
  }

  func take() -> [String] {
    defer { messages.removeAll() }
    return messages
  }
}
