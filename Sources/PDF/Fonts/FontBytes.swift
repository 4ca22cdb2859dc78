/// Reads big-endian numbers of a font table. Reading outside of the table gives nil.
struct FontBytes {
  let bytes: UnsafeBufferPointer<UInt8>

  var count: Int { bytes.count }

  func uint8(_ offset: Int) -> Int? { offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil }

  func uint16(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func int16(_ offset: Int) -> Int? { uint16(offset).map { Int(Int16(truncatingIfNeeded: $0)) } }

  func uint32(_ offset: Int) -> Int? {
    guard let high = uint16(offset), let low = uint16(offset + 2) else { return nil }
    return high << 16 | low
  }

  /// A number of 1 to 4 bytes.
  func offset(at position: Int, size: Int) -> Int? {
    guard position >= 0, position + size <= bytes.count else { return nil }
    var value = 0
    for index in position..<position + size { value = value << 8 | Int(bytes[index]) }
    return value
  }

  /// Returns nil unless the range is within the table.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8>? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[range])
  }
}

extension [UInt8] {
  mutating func append(uint16 value: Int) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  mutating func append(uint32 value: Int) {
    append(uint16: value >> 16)
    append(uint16: value)
  }
}
