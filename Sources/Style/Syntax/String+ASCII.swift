/// Comparison and trimming of strings as CSS and HTML define them.
extension String {
  /// The text with ASCII letters in lower case, as CSS and HTML compare names.
  var asciiLowercased: String {
    String(decoding: utf8.map { $0.asciiLowercased }, as: UTF8.self)
  }

  /// The text without leading and trailing white space.
  var trimmed: String {
    let head = drop { $0.isWhitespace }
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(head[...last])
  }

  /// With one space for each sequence of ASCII white space, and none at the start and the end.
  package var collapsingWhiteSpace: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if !Tokenizer.isSpace(byte) {
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: " "))
      }
    }
    if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// An ASCII letter in lower case; all other bytes unchanged.
  @inline(__always)
  var asciiLowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
