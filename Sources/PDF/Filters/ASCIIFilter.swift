/// ASCIIHexDecode and ASCII85Decode (ISO 32000-1, 7.4.2 and 7.4.3).
enum ASCIIFilter {
  static func hexadecimal(_ data: [UInt8]) throws(PDFError) -> [UInt8] {
    var output: [UInt8] = []
    var high: UInt8?
    output.reserveCapacity(data.count / 2)
    for byte in data {
      if byte == 0x3E { break }
      if ByteClass.isSpace(byte) { continue }
      guard let digit = ByteClass.hexadecimal(byte) else {
        throw StreamFilter.failure("ASCIIHex data contain a byte that is not a hexadecimal digit.")
      }
      if let first = high {
        output.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    if let high { output.append(high << 4) }
    return output
  }

  static func base85(_ data: [UInt8], limit: Int) throws(PDFError) -> [UInt8] {
    var output: [UInt8] = []
    var group = 0
    var count = 0
    for byte in data {
      switch byte {
      case 0x7E: return try finish(group, count, output)
      case 0x7A where count == 0: output += [0, 0, 0, 0]
      case 0x21...0x75:
        group = group * 85 + Int(byte - 0x21)
        count += 1
        if count == 5 {
          guard group <= 0xFFFF_FFFF else { throw StreamFilter.failure("ASCII85 data hold a group above 2³² - 1.") }
          for shift in [24, 16, 8, 0] { output.append(UInt8(group >> shift & 0xFF)) }
          (group, count) = (0, 0)
        }
      default:
        guard ByteClass.isSpace(byte) else {
          throw StreamFilter.failure("ASCII85 data contain a byte that is not a base-85 digit.")
        }
      }
      guard output.count <= limit else { throw StreamFilter.tooLong(limit) }
    }
    return try finish(group, count, output)
  }

  /// A last group of n digits is n - 1 bytes.
  private static func finish(_ group: Int, _ count: Int, _ output: [UInt8]) throws(PDFError) -> [UInt8] {
    guard count != 1 else { throw StreamFilter.failure("ASCII85 data end in a single digit.") }
    guard count > 0 else { return output }
    var group = group
    var output = output
    for _ in count..<5 { group = group * 85 + 84 }
    guard group <= 0xFFFF_FFFF else { throw StreamFilter.failure("ASCII85 data hold a group above 2³² - 1.") }
    for index in 0..<count - 1 { output.append(UInt8(group >> (24 - 8 * index) & 0xFF)) }
    return output
  }
}
