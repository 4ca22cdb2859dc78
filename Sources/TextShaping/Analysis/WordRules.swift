import CPango

/// Which characters words are made of, for `Boundary.word` in Latin text: entries as in `BreakClass.table`.
enum WordRules {
  /// Starts a word or goes on with it.
  static let letter: UInt8 = 1
  /// Goes on with a word: an apostrophe, a soft hyphen.
  static let joiner: UInt8 = 2

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
    case 0x27, 0xAD, 0x2019: joiner
    default: g_unichar_isalnum(scalar) != 0 ? letter : 0
    }
  }
}
