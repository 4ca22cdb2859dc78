extension AttributeTest {
  /// Whether the attribute value in a range of bytes matches.
  func matches(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>) -> Bool {
    switch operation {
    case .exists: return true
    case .equals: return range.count == value.count && equals(bytes, range.lowerBound)
    case .prefix: return !value.isEmpty && range.count >= value.count && equals(bytes, range.lowerBound)
    case .suffix: return !value.isEmpty && range.count >= value.count && equals(bytes, range.upperBound - value.count)
    case .dashMatch:
      guard range.count >= value.count, equals(bytes, range.lowerBound) else { return false }
      return range.count == value.count || bytes[range.lowerBound + value.count] == UInt8(ascii: "-")
    case .substring:
      guard !value.isEmpty, range.count >= value.count else { return false }
      return SubstringSearch(value, borders, ignoresCase: ignoresCase).isFound(in: bytes, range)
    case .includes:
      guard !value.isEmpty else { return false }
      var position = range.lowerBound
      while position < range.upperBound {
        var end = position
        while end < range.upperBound, !Tokenizer.isSpace(bytes[end]) { end += 1 }
        if end - position == value.count, equals(bytes, position) { return true }
        position = end + 1
      }
      return false
    }
  }

  /// Whether the value is at a position. If case is ignored, `value` is in lower case.
  private func equals(_ bytes: ContiguousArray<UInt8>, _ start: Int) -> Bool {
    for offset in 0..<value.count {
      let byte = bytes[start + offset]
      if (ignoresCase ? byte.asciiLowercased : byte) != value[offset] { return false }
    }
    return true
  }
}
