import CPango

/// The characters of words and white space, for `Boundary.word` and `.space`, with the entries of `BreakClass.table`.
enum WordRules {
  /// Starts or continues a word.
  static let letter: UInt8 = 1
  /// Continues a word: an apostrophe, a soft hyphen, a word joiner.
  static let joiner: UInt8 = 2
  /// White space, which hangs at the end of a line.
  static let space: UInt8 = 3

  static let table: ContiguousArray<UInt8> = {
    var table = ContiguousArray<UInt8>(repeating: 0, count: BreakClass.table.count)
    for index in table.indices {
      let scalar = UInt32(
        index < BreakClass.lowEnd ? index : index - BreakClass.lowEnd + BreakClass.highStart)
      table[index] = kind(scalar)
    }
    return table
  }()

  static func kind(_ scalar: UInt32) -> UInt8 {
    switch scalar {
    case 0x27, 0xAD, 0x2019, 0x2060: joiner
    case 0x09, 0x20, 0x2000...0x2006, 0x2008...0x200A, 0x205F: space
    default: g_unichar_isalnum(scalar) != 0 ? letter : 0
    }
  }
}
