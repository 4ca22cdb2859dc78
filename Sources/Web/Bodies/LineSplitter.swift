/// Splits a stream of bytes into lines that end with LF or CRLF. Blank lines are counted and left out.
struct LineSplitter {
  private let limit: Int
  private var rest: [UInt8] = []
  private var number = 1

  /// - Parameter limit: bytes of one line.
  init(limit: Int) { self.limit = limit }

  /// The complete lines, with their numbers from 1.
  /// - Throws: `Problem` if a line is too long.
  mutating func add(_ bytes: some Collection<UInt8>) throws(Problem) -> [(Int, [UInt8])] {
    var lines: [(Int, [UInt8])] = []
    var remaining = bytes[...]
    while let end = remaining.firstIndex(of: 0x0A) {
      try append(remaining[..<end])
      if let line = takeLine() { lines.append(line) }
      number += 1
      remaining = remaining[remaining.index(after: end)...]
    }
    try append(remaining)
    return lines
  }

  /// The last line, if it does not end with LF.
  mutating func finish() -> (Int, [UInt8])? { takeLine() }

  private mutating func append(_ bytes: some Collection<UInt8>) throws(Problem) {
    guard rest.count + bytes.count <= limit else {
      throw Problem(.bodyTooLarge, "the line has more than \(limit) bytes", field: "line \(number)")
    }
    rest.append(contentsOf: bytes)
  }

  private mutating func takeLine() -> (Int, [UInt8])? {
    defer { rest = [] }
    return rest.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : (number, rest)
  }
}
