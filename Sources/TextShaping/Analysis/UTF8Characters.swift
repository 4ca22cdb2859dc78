extension RandomAccessCollection<UInt8> where Index == Int {
  /// The character that starts at an offset of valid UTF-8; U+FFFD if none starts there.
  package func scalar(at index: Int) -> UInt32 {
    let lead = self[index]
    if lead < 0x80 { return UInt32(lead) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= endIndex, lead >= 0xC0 else { return 0xFFFD }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(self[index + offset] & 0x3F) }
    return scalar
  }

  /// The character that ends before an offset greater than 0.
  package func scalar(endingAt index: Int) -> UInt32 {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}
