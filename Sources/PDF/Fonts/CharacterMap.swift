/// Writes the table `cmap` with a subtable for Windows and Unicode in format 4 (ISO/IEC 14496-22, 5.2.1).
enum CharacterMap {
  /// - Parameter characters: in ascending order, with the numbers of their glyphs.
  static func table(_ characters: [(character: UInt16, code: Int)]) -> [UInt8] {
    var segments: [Range<Int>] = []
    for index in characters.indices {
      if let last = segments.last, characters[index - 1].character &+ 1 == characters[index].character {
        segments[segments.count - 1] = last.lowerBound..<index + 1
      } else {
        segments.append(index..<index + 1)
      }
    }
    // The last segment is that of U+FFFF, which has no glyph.
    let count = segments.count + 1
    let log = Int.bitWidth - 1 - count.leadingZeroBitCount
    var bytes: [UInt8] = []
    for value in [0, 1, 3, 1, 0, 12] { bytes.append(uint16: value) }
    for value in [4, 16 + 8 * count + 2 * characters.count, 0, 2 * count] { bytes.append(uint16: value) }
    for value in [2 << log, log, 2 * count - 2 << log] { bytes.append(uint16: value) }
    for segment in segments { bytes.append(uint16: Int(characters[segment.upperBound - 1].character)) }
    bytes.append(uint16: 0xFFFF)
    bytes.append(uint16: 0)
    for segment in segments { bytes.append(uint16: Int(characters[segment.lowerBound].character)) }
    bytes.append(uint16: 0xFFFF)
    // Differences of numbers of glyphs, which are all in the array.
    for _ in segments { bytes.append(uint16: 0) }
    bytes.append(uint16: 1)
    for (number, segment) in segments.enumerated() {
      bytes.append(uint16: 2 * (count - number + segment.lowerBound))
    }
    bytes.append(uint16: 0)
    for character in characters { bytes.append(uint16: character.code) }
    return bytes
  }
}

/// WinAnsiEncoding (ISO 32000-1, annex D.2): the codes that represent exactly one character.
package enum WinAnsi {
  /// The code of a character; nil if it has none, or shares its code with another character, as a soft hyphen does.
  package static func code(of character: UInt16) -> UInt8? {
    switch character {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0xFF: UInt8(character)
    case 0x0152...0x0192, 0x02C6...0x02DC, 0x2013...0x2122:
      others.firstIndex(of: character).map { UInt8($0 + 0x80) }
    default: nil
    }
  }

  /// The character of a code, as UTF-16; 0 if the code has none.
  package static func character(of code: UInt8) -> UInt16 {
    0x80...0x9F ~= code ? others[Int(code) - 0x80] : UInt16(code)
  }

  private static let others: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0, 0,
    0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
