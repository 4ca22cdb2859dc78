/// Comparison and trimming of strings as CSS and HTML define them.
extension String {
  /// With ASCII letters in lower case, as CSS and HTML compare names.
  var asciiLowercased: String {
    String(decoding: utf8.map { $0.asciiLowercased }, as: UTF8.self)
  }

  /// Without leading and trailing white space.
  var trimmed: String {
    let head = drop { $0.isWhitespace }
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(head[...last])
  }
}

extension UInt8 {
  /// An ASCII letter in lower case; all other bytes unchanged.
  @inline(__always)
  var asciiLowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
