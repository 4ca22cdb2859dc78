/// An INDEX of a CFF font (Adobe Technical Note 5176, 5): an array of byte strings.
struct CFFIndex {
  let count: Int
  /// The offset of the next structure.
  let end: Int
  private let source: FontBytes
  private let offsetSize: Int
  private let offsets: Int
  /// One byte before the data, as offsets count from 1.
  private let base: Int

  /// Reads an index; nil if it is damaged.
  init?(_ source: FontBytes, at position: Int) {
    guard let count = source.uint16(position) else { return nil }
    self.source = source
    self.count = count
    guard count > 0 else {
      (offsetSize, offsets, base, end) = (1, position + 2, position + 1, position + 2)
      return
    }
    guard let size = source.uint8(position + 2), 1...4 ~= size else { return nil }
    offsetSize = size
    offsets = position + 3
    base = offsets + (count + 1) * size - 1
    guard let last = source.offset(at: offsets + count * size, size: size), base + last <= source.count else {
      return nil
    }
    end = base + last
  }

  /// The place of an element in the font; nil if it is damaged.
  func range(_ index: Int) -> Range<Int>? {
    guard index >= 0, index < count, let start = source.offset(at: offsets + index * offsetSize, size: offsetSize),
      let end = source.offset(at: offsets + (index + 1) * offsetSize, size: offsetSize), start >= 1, start <= end,
      base + end <= source.count
    else { return nil }
    return base + start..<base + end
  }

  // MARK: Writing

  /// Appends an INDEX whose elements have the given lengths; `append` writes them in order.
  static func write(_ lengths: [Int], to bytes: inout [UInt8], append: (inout [UInt8]) -> Void) {
    bytes.append(uint16: lengths.count)
    guard !lengths.isEmpty else { return }
    let total = lengths.reduce(1, +)
    let size = total < 0x100 ? 1 : total < 0x1_0000 ? 2 : total < 0x100_0000 ? 3 : 4
    bytes.append(UInt8(size))
    var offset = 1
    func write(_ value: Int) {
      for byte in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    write(offset)
    for length in lengths {
      offset += length
      write(offset)
    }
    append(&bytes)
  }

  static func write(_ elements: [[UInt8]], to bytes: inout [UInt8]) {
    write(elements.map { $0.count }, to: &bytes) { for element in elements { $0.append(contentsOf: element) } }
  }
}

/// A DICT of a CFF font (Technical Note 5176, 4).
struct CFFDictionary {
  /// Operators of two bytes have 12 in the upper byte.
  enum Operator {
    static let privateDictionary = 18
    static let subroutines = 19
    static let charStrings = 17
    static let charset = 15
    static let fontMatrix = 0x0C07
    static let registry = 0x0C1E
    static let fontDictionaries = 0x0C24
    static let fontSelection = 0x0C25
    static let count = 0x0C22
  }

  struct Entry {
    var key: Int
    var values: [Int]
    /// The operands and the operator.
    var bytes: ArraySlice<UInt8>
  }
  let entries: [Entry]

  /// Reads a dictionary; nil if it is damaged. Real numbers have the value 0.
  init?(_ bytes: [UInt8]) {
    var entries: [Entry] = []
    var values: [Int] = []
    var start = 0
    var index = 0
    func at(_ index: Int) -> Int? { index < bytes.count ? Int(bytes[index]) : nil }
    while index < bytes.count {
      let byte = Int(bytes[index])
      index += 1
      switch byte {
      case 0...21:
        var key = byte
        if byte == 12 {
          guard let second = at(index) else { return nil }
          key = 0x0C00 | second
          index += 1
        }
        entries.append(Entry(key: key, values: values, bytes: bytes[start..<index]))
        values = []
        start = index
      case 28:
        guard let high = at(index), let low = at(index + 1) else { return nil }
        values.append(Int(Int16(truncatingIfNeeded: high << 8 | low)))
        index += 2
      case 29:
        guard index + 4 <= bytes.count else { return nil }
        let value = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
        values.append(Int(Int32(truncatingIfNeeded: value)))
        index += 4
      case 30:
        while let pair = at(index) {
          index += 1
          if pair & 15 == 15 || pair >> 4 == 15 { break }
        }
        values.append(0)
      case 32...246: values.append(byte - 139)
      case 247...250, 251...254:
        guard let second = at(index) else { return nil }
        values.append(byte <= 250 ? (byte - 247) * 256 + second + 108 : -(byte - 251) * 256 - second - 108)
        index += 1
      default: return nil
      }
      guard values.count <= 48 else { return nil }
    }
    self.entries = entries
  }

  subscript(key: Int) -> Entry? { entries.last { $0.key == key } }

  func integer(_ key: Int) -> Int? { self[key]?.values.last }

  // MARK: Writing

  /// Appends an entry with numbers of 5 bytes each, so that its length does not depend on them.
  static func append(_ key: Int, _ values: [Int], to bytes: inout [UInt8]) {
    for value in values {
      bytes.append(29)
      bytes.append(uint32: value)
    }
    if key > 0xFF { bytes.append(12) }
    bytes.append(UInt8(truncatingIfNeeded: key))
  }
}
