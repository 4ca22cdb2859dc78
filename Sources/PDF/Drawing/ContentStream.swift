// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The operators of a content stream (ISO 32000-1, 7.8.2), as text that grows.
package final class ContentStream {
  // Exclusivity checks for each byte would cost more than the work; no method passes these properties to other code.
  @exclusivity(unchecked) private var buffer: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  /// The length so far, in bytes.
  @exclusivity(unchecked) package private(set) var count = 0

  /// - Parameter capacity: bytes that are reserved; the stream grows beyond them.
  package init(capacity: Int = 4096) {
    self.capacity = max(64, capacity)
    buffer = .allocate(capacity: self.capacity)
  }

  deinit { buffer.deallocate() }

  /// A copy of the content so far.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: buffer, count: count)) }

  package var isEmpty: Bool { count == 0 }

  /// Truncates the content to its first `count` bytes.
  package func truncate(to count: Int) { self.count = min(self.count, count) }

  /// Removes everything that was written; the memory is kept.
  package func removeAll() { count = 0 }

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: buffer, count: count)
    buffer.deallocate()
    buffer = larger
  }

  // MARK: Bytes

  /// Appends a byte as it is.
  package func append(_ byte: UInt8) {
    reserve(1)
    buffer[count] = byte
    count += 1
  }

  /// Inserts a byte before the one at `position`.
  package func insert(_ byte: UInt8, at position: Int) {
    reserve(1)
    (buffer + position + 1).update(from: buffer + position, count: count - position)
    buffer[position] = byte
    count += 1
  }

  /// Appends operators or operands as they are.
  package func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    (buffer + count).update(from: text.utf8Start, count: length)
    count += length
  }

  /// Appends the content of another stream.
  package func append(_ other: ContentStream) {
    reserve(other.count)
    (buffer + count).update(from: other.buffer, count: other.count)
    count += other.count
  }

  // MARK: Numbers

  /// Appends a number, without a space after it.
  package func append(_ value: Int) {
    reserve(24)
    appendDigits(value)
  }

  private func appendDigits(_ value: Int) {
    var rest = value.magnitude
    if value < 0 {
      buffer[count] = UInt8(ascii: "-")
      count += 1
    }
    let start = count
    repeat {
      buffer[count] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      count += 1
      rest /= 10
    } while rest > 0
    var (low, high) = (start, count - 1)
    while low < high {
      (buffer[low], buffer[high]) = (buffer[high], buffer[low])
      low += 1
      high -= 1
    }
  }

  /// Appends a number rounded to a thousandth and limited to ±1,000,000, and a space. 0 if it is not finite.
  package func append(_ value: Double) {
    append(thousandths: Self.thousandths(value))
    append(0x20 as UInt8)
  }

  /// The number that `append` writes, in thousandths.
  package static func thousandths(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int((min(max(value, -1e6), 1e6) * 1000).rounded())
  }

  private func append(thousandths: Int) {
    reserve(24)
    let magnitude = thousandths.magnitude
    let (whole, fraction) = (Int(magnitude / 1000), magnitude % 1000)
    if thousandths < 0 {
      buffer[count] = UInt8(ascii: "-")
      count += 1
    }
    if whole > 0 || fraction == 0 { appendDigits(whole) }
    guard fraction > 0 else { return }
    buffer[count] = UInt8(ascii: ".")
    buffer[count + 1] = UInt8(truncatingIfNeeded: 0x30 + fraction / 100)
    buffer[count + 2] = UInt8(truncatingIfNeeded: 0x30 + fraction / 10 % 10)
    buffer[count + 3] = UInt8(truncatingIfNeeded: 0x30 + fraction % 10)
    count += fraction % 10 != 0 ? 4 : fraction / 10 % 10 != 0 ? 3 : 2
  }

  /// The value of a number that `append` writes with at most `decimals` digits after the point.
  package static func rounded(_ value: Double, decimals: Int) -> Double {
    let power = Double(powers[min(max(decimals, 0), 9)])
    return (value * power).rounded() / power
  }

  /// Appends a number with at most `decimals` digits after the point, and a space. 0 if it is not finite.
  package func append(_ value: Double, decimals: Int) {
    guard decimals != 3 else { return append(value) }
    guard decimals > 0, value.isFinite, abs(value) < 1e9 else { return append(value) }
    append(value, power: Self.powers[min(decimals, 9)])
  }

  private static let powers: [UInt] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Appends the six numbers of a matrix, of which the first four are precise to at least six digits after the point,
  /// each with a space.
  package func append(_ matrix: PDFMatrix) {
    for value in [matrix.a, matrix.b, matrix.c, matrix.d] { append(precise: value) }
    append(matrix.e)
    append(matrix.f)
  }

  /// Appends a number rounded to six digits after the point, or nine if it is small, and a space.
  private func append(precise value: Double) {
    guard value.isFinite, abs(value) < 1e9 else { return append(value) }
    append(value, power: abs(value) < 0.1 ? 1_000_000_000 : 1_000_000)
  }

  /// - Parameter power: of ten: the parts into which 1 is divided.
  private func append(_ value: Double, power: UInt) {
    let parts = Int((value * Double(power)).rounded())
    reserve(40)
    if parts < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = parts.magnitude.quotientAndRemainder(dividingBy: power)
    appendDigits(Int(whole))
    var fraction = rest
    var divisor = power / 10
    if fraction > 0 { append(UInt8(ascii: ".")) }
    while fraction > 0 {
      append(UInt8(truncatingIfNeeded: 0x30 + fraction / divisor))
      fraction %= divisor
      divisor /= 10
    }
    append(0x20 as UInt8)
  }

  // MARK: Objects

  /// Appends the name of a resource: a letter and the number of its object.
  package func append(_ kind: ResourceKind, _ number: Int) {
    append(UInt8(ascii: "/"))
    append(kind.letter)
    append(number)
  }

  /// Appends a byte of a literal string (7.3.4.2).
  package func append(stringByte byte: UInt8) {
    switch byte {
    case 0x28, 0x29, 0x5C:
      append(0x5C as UInt8)
      append(byte)
    // A carriage return would be read as a line feed.
    case 0x0D: append("\\r")
    default: append(byte)
    }
  }

  /// Appends bytes of a literal string.
  package func append(stringBytes bytes: UnsafeBufferPointer<UInt8>) {
    reserve(2 * bytes.count)
    for byte in bytes {
      switch byte {
      case 0x28, 0x29, 0x5C, 0x0D: append(stringByte: byte)
      default:
        buffer[count] = byte
        count += 1
      }
    }
  }

  /// Appends text as a hexadecimal string in UTF-16 (7.9.2.2).
  package func append(textString utf8: some Collection<UInt8>) {
    append("<feff")
    for unit in String(decoding: utf8, as: UTF8.self).utf16 {
      for shift in [12, 8, 4, 0] as [UInt16] {
        let digit = UInt8(unit >> shift & 15)
        append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
    append(">")
  }
}
