/// LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, most significant bit first.
enum LZWFilter {
  private static let clearTable = 256
  private static let endOfData = 257

  /// - Parameter early: whether the length of codes grows one code early (`EarlyChange`).
  static func decode(_ data: [UInt8], early: Bool, limit: Int) throws(PDFError) -> [UInt8] {
    var table = LZWTable(early: early)
    var output: [UInt8] = []
    var buffer = 0
    var bits = 0
    for byte in data {
      buffer = buffer << 8 | Int(byte)
      bits += 8
      guard bits >= table.width else { continue }
      bits -= table.width
      let code = buffer >> bits
      buffer &= (1 << bits) - 1
      switch code {
      case endOfData: return output
      case clearTable: table.clear()
      default: try table.append(code, to: &output, limit: limit)
      }
    }
    return output
  }
}

/// The strings of the codes read so far.
private struct LZWTable {
  private static let firstCode = 258
  private static let maximumCount = 4096

  // The string of a code above 257 is the string of the code `prefix` followed by `suffix`.
  private var prefix = [Int](repeating: -1, count: Self.maximumCount)
  private var suffix = [UInt8](repeating: 0, count: Self.maximumCount)
  private var lengths = [Int](repeating: 1, count: Self.maximumCount)
  private var next = Self.firstCode
  private var previous = -1
  private let early: Bool
  /// The bits of the next code.
  private(set) var width = 9

  init(early: Bool) {
    self.early = early
    for code in 0..<256 { suffix[code] = UInt8(code) }
  }

  mutating func clear() { (next, width, previous) = (Self.firstCode, 9, -1) }

  /// Appends the string of a code, and adds the one that it completes to the table.
  mutating func append(_ code: Int, to output: inout [UInt8], limit: Int) throws(PDFError) {
    guard code < next || (code == next && previous >= 0) else {
      throw StreamFilter.failure("The LZW data are damaged after \(output.count) bytes.")
    }
    let isNew = code == next
    let known = isNew ? previous : code
    let length = lengths[known]
    guard output.count + length + 1 <= limit else { throw StreamFilter.tooLong(limit) }
    let start = output.count
    write(known, length: length, to: &output)
    if isNew { output.append(output[start]) }
    if previous >= 0, next < Self.maximumCount {
      prefix[next] = previous
      suffix[next] = output[start]
      lengths[next] = lengths[previous] + 1
      next += 1
    }
    previous = code
    let codes = next + (early ? 1 : 0)
    width = codes >= 2048 ? 12 : codes >= 1024 ? 11 : codes >= 512 ? 10 : 9
  }

  /// Appends the string of a code in the table, from its end.
  private func write(_ code: Int, length: Int, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: length))
    var walk = code
    var index = start + length - 1
    while walk >= 0, index >= start {
      output[index] = suffix[walk]
      walk = prefix[walk]
      index -= 1
    }
  }
}
