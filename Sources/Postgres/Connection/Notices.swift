import CLibPQ

/// What the server says besides its answers. Touched by its connection's thread only.
final class Notices {
  /// The latest ones.
  private(set) var messages: [String] = []
  /// Whether the server said that it ends the connection.
  private(set) var sawFatal = false
  private static let limit = 100

  func append(_ result: OpaquePointer) {
    func field(_ code: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
    }
    // V is the severity in English, whatever the server's language.
    if ["FATAL", "PANIC"].contains(field("V")) { sawFatal = true }
    if messages.count >= Self.limit { messages.removeFirst() }
    messages.append(field("M"))
  }

  func take() -> [String] {
    defer { messages.removeAll() }
    return messages
  }
}
