import CPango

/// Kerning between words, which are shaped apart: between a space and the letter next to it, such as “T” in many fonts,
/// and where a line may end without a space, such as after a hyphen. It includes what adjacent fullwidth punctuation
/// overlaps (`FullwidthPunctuation`).
///
/// Each pair of characters has one place, which it shares with others, so that any text needs the same memory. The
/// advances of single characters have places of their own, so that a new pair takes one call of HarfBuzz.
struct EdgeKerning {
  /// Two characters in one face, or one.
  struct Pair: Equatable {
    /// The key of the shaping options.
    var key: UInt32
    var typeface: UInt32
    /// `second` is `alone` for one character.
    var first, second: UInt32

    static let alone = UInt32.max
  }

  private struct Entry {
    var pair = Pair(key: .max, typeface: .max, first: 0, second: 0)
    /// The kerning of a pair, or the advance of one character, ems.
    var value: Float = 0
  }

  private var pairs = ContiguousArray(repeating: Entry(), count: 1 << 12)
  private var characters = ContiguousArray(repeating: Entry(), count: 1 << 12)

  mutating func removeAll() {
    for index in pairs.indices { (pairs[index], characters[index]) = (Entry(), Entry()) }
  }

  /// The kerning of a pair, or the advance of one character; nil if it is not known.
  @inline(__always)
  func find(_ pair: Pair) -> Float? {
    let entry = pair.second == Pair.alone ? characters[place(pair)] : pairs[place(pair)]
    return entry.pair == pair ? entry.value : nil
  }

  mutating func insert(_ pair: Pair, _ value: Float) {
    let entry = Entry(pair: pair, value: value)
    if pair.second == Pair.alone { characters[place(pair)] = entry } else { pairs[place(pair)] = entry }
  }

  @inline(__always)
  private func place(_ pair: Pair) -> Int {
    let options = UInt64(pair.key) << 32 | UInt64(pair.typeface)
    let characters = UInt64(pair.first) << 32 | UInt64(pair.second)
    let hash = (options &* 0xA076_1D64_78BD_642F ^ characters) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 52)
  }

  /// Whether fonts may kern a character with one of another word: letters of Latin, Greek and Cyrillic, and
  /// punctuation. The words of other scripts are too many, or have parts that a font needs to see together.
  @inline(__always)
  static func applies(to scalar: UInt32) -> Bool {
    if scalar < 0x300 { return scalar >= 0x20 }
    return switch scalar {
    case 0x370..<0x530, 0x2010..<0x2028, 0x2030..<0x2060, 0x3000..<0x3004, 0x3008..<0x3020, 0x30FB, 0xFF08, 0xFF09,
      0xFF0C, 0xFF0E, 0xFF3B, 0xFF3D, 0xFF5B, 0xFF5D, 0xFF5F, 0xFF60:
      true
    default: false
    }
  }
}

extension WordShaper {
  /// The change in ems of the advance of a character because of the one that follows, in left-to-right text.
  @inline(__always)
  func kerning(_ first: UInt32, _ second: UInt32, _ style: Style, typeface: Int) -> Float {
    guard EdgeKerning.applies(to: first), EdgeKerning.applies(to: second) else { return 0 }
    let pair = EdgeKerning.Pair(key: style.key, typeface: UInt32(typeface), first: first, second: second)
    if let known = edgeKerning.find(pair) { return known }
    let kerning = measure(pair, style.options)
    edgeKerning.insert(pair, kerning)
    return kerning
  }

  private func measure(_ pair: EdgeKerning.Pair, _ options: Options) -> Float {
    let typeface = book.lists.typefaces[Int(pair.typeface)]
    let language = hb_language_to_string(book.lists.language(options.list)).map { String(cString: $0) } ?? ""
    if let trimmed = FullwidthPunctuation.trimmed(pair.first, pair.second, language: language) {
      // Fonts without half-width forms keep the space.
      return advance(of: [trimmed], typeface, options, isHalfWidth: true) - advance(of: [trimmed], typeface, options)
    }
    let alone = advance(of: pair.first, in: pair, options) + advance(of: pair.second, in: pair, options)
    return advance(of: [pair.first, pair.second], typeface, options) - alone
  }

  /// The advance of one of the characters of a pair, in ems.
  private func advance(of scalar: UInt32, in pair: EdgeKerning.Pair, _ options: Options) -> Float {
    var single = pair
    (single.first, single.second) = (scalar, EdgeKerning.Pair.alone)
    if let known = edgeKerning.find(single) { return known }
    let advance = advance(of: [scalar], book.lists.typefaces[Int(pair.typeface)], options)
    edgeKerning.insert(single, advance)
    return advance
  }

  /// The sum of the advances of characters, in ems.
  private func advance(
    of scalars: [UInt32], _ typeface: Typeface, _ options: Options, isHalfWidth: Bool = false
  ) -> Float {
    counters.kernings += 1
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    for (index, scalar) in scalars.enumerated() { hb_buffer_add(buffer, scalar, UInt32(index)) }
    shapeBuffer(typeface, options, HB_DIRECTION_LTR, adding: isHalfWidth ? Self.halfWidths : [])
    var count: UInt32 = 0
    guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0 }
    let sum = (0..<Int(count)).reduce(0) { $0 + Int(positions[$1].x_advance) }
    return Float(sum) * Float(typeface.unit)
  }

  private static let halfWidths = [hb_feature_t(tag: tag("halt"), value: 1, start: 0, end: .max)]
}
