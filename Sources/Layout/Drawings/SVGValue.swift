/// The value of an attribute or property without white space at its ends: a part of the bytes of a file.
package struct SVGValue {
  package let bytes: ContiguousArray<UInt8>
  package private(set) var range: Range<Int>

  package init(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
    self.range = start..<end
  }

  package init(_ text: some StringProtocol) {
    let bytes = ContiguousArray(text.utf8)
    self.init(bytes, 0..<bytes.count)
  }

  package var isEmpty: Bool { range.isEmpty }
  package var text: String { String(decoding: bytes[range], as: UTF8.self) }

  /// The parts between separators.
  /// - Parameter most: the maximum number of parts; the last contains further separators.
  package func split(_ separator: UInt8, most: Int = .max) -> [SVGValue] {
    var parts: [SVGValue] = []
    var start = range.lowerBound
    while parts.count < most - 1, let end = bytes[start..<range.upperBound].firstIndex(of: separator) {
      parts.append(SVGValue(bytes, start..<end))
      start = end + 1
    }
    parts.append(SVGValue(bytes, start..<range.upperBound))
    return parts
  }

  /// The value without bytes at its ends.
  package func dropping(first: Int, last: Int) -> SVGValue {
    let start = min(range.lowerBound + first, range.upperBound)
    return SVGValue(bytes, start..<max(range.upperBound - last, start))
  }

  package func hasPrefix(_ prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    return range.count >= count && (0..<count).allSatisfy { bytes[range.lowerBound + $0] == prefix.utf8Start[$0] }
  }

  package func contains(_ byte: UInt8) -> Bool { bytes[range].contains(byte) }

  package func hasSuffix(_ byte: UInt8) -> Bool { !isEmpty && bytes[range.upperBound - 1] == byte }

  package static func == (value: SVGValue, text: StaticString) -> Bool {
    value.range.count == text.utf8CodeUnitCount && value.hasPrefix(text)
  }

  package static func ~= (text: StaticString, value: SVGValue) -> Bool { value == text }
}
