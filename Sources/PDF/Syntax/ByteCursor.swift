/// Writes tokens of PDF syntax one after the other into memory of a fixed size, which takes a fraction of the time that
/// appending each to an array takes.
struct ByteCursor {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// The bytes written so far.
  private(set) var count = 0

  /// - Parameter memory: at least as long as all that is written; callers compute the length from the limits below.
  init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  /// The most bytes of a number, if `digits` is not more.
  static let longestInteger = 20
  /// The most bytes of a reference.
  static let longestReference = longestInteger + 4

  mutating func write(byte: UInt8) {
    precondition(count < memory.count)
    memory[count] = byte
    count += 1
  }

  mutating func write(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    precondition(length <= memory.count - count)
    for index in 0..<length { memory[count + index] = text.utf8Start[index] }
    count += length
  }

  /// A number of at least `digits` characters, with spaces before it.
  mutating func write(_ number: Int, digits: Int = 1) {
    var width = number < 0 ? 2 : 1
    var rest = number.magnitude
    while rest >= 10 {
      rest /= 10
      width += 1
    }
    width = max(width, digits)
    precondition(width <= memory.count - count)
    var place = count + width
    rest = number.magnitude
    repeat {
      place -= 1
      memory[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 {
      place -= 1
      memory[place] = UInt8(ascii: "-")
    }
    while place > count {
      place -= 1
      memory[place] = 0x20
    }
    count += width
  }

  /// An indirect reference of generation 0 (ISO 32000-1, 7.3.10) whose number has at least `digits` characters.
  mutating func write(reference number: Int, digits: Int = 1) {
    write(number, digits: digits)
    write(" 0 R")
  }

  /// Writes a number of spaces.
  mutating func fill(_ spaces: Int) {
    precondition(spaces <= memory.count - count)
    for index in 0..<spaces { memory[count + index] = 0x20 }
    count += spaces
  }
}
