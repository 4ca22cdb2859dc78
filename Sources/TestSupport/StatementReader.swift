/// Parses the messages of one client and finds the texts of the statements that it runs, including prepared ones.
struct StatementReader {
  private var prepared: [String: String] = [:]
  /// Bytes of the current message that have not arrived yet.
  private var rest = 0
  /// An incomplete message header: type and length.
  private var header: [UInt8] = []
  /// The first message of a connection has no type.
  private var hasBegun = false

  /// - Parameter piece: the next bytes. A message that continues in a later piece is identified by its part in this
  ///   one.
  mutating func read(_ piece: ArraySlice<UInt8>) -> [String] {
    var found: [String] = []
    var bytes = (header + piece.dropFirst(rest))[...]
    rest = max(0, rest - piece.count)
    header = []
    while !bytes.isEmpty {
      guard bytes.count >= (hasBegun ? 5 : 4) else {
        header = Array(bytes)
        break
      }
      let type = hasBegun ? bytes.removeFirst() : 0
      let length = max(4, bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) })
      let body = bytes.prefix(length).dropFirst(4)
      rest = max(0, length - bytes.count)
      bytes = bytes.dropFirst(length)
      hasBegun = true
      let texts = body.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      switch type {
      case UInt8(ascii: "Q"): found.append(texts[0])
      case UInt8(ascii: "P") where texts.count > 1: prepared[texts[0]] = texts[1]
      // The names of a portal and a statement.
      case UInt8(ascii: "B") where texts.count > 1: if let statement = prepared[texts[1]] { found.append(statement) }
      default: break
      }
    }
    return found
  }
}
