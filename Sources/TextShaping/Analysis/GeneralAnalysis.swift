import CPango

/// Analysis of any text with Pango: embedding levels, scripts and boundaries.
enum GeneralAnalysis {
  /// - Parameters:
  ///   - text: valid UTF-8 without NUL, shorter than `Int32.max`.
  ///   - controls: the bidi controls of boxes (`BoxControls`).
  ///   - language: an `hb_language_t`; `nil` for English.
  static func analyse(
    _ text: ContiguousArray<UInt8>, rightToLeft: Bool, paragraphs: ParagraphDirections? = nil,
    controls: [Range<Int>] = [], language: OpaquePointer?
  ) -> TextAnalysis {
    text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        guard let base = chars.baseAddress, !chars.isEmpty else {
          return TextAnalysis(boundaries: [[.line, .grapheme]], stretches: [])
        }
        let levels = levels(
          bytes, rightToLeft: rightToLeft, paragraphs: paragraphs, controls: BoxControls(controls))
        var boundaries = boundaries(bytes, base, language: language)
        LatinAnalysis.overlay(bytes, onto: &boundaries)
        DictionaryBreaks.add(to: &boundaries, of: bytes)
        return TextAnalysis(boundaries: boundaries, stretches: stretches(bytes, base, levels))
      }
    }
  }

  // MARK: Levels

  /// The embedding level of each character. Each paragraph is resolved by itself (UAX #9 P1) with its own base
  /// direction or the same for all (css-writing-modes-4 §2.4.1).
  private static func levels(
    _ bytes: UnsafeBufferPointer<UInt8>, rightToLeft: Bool, paragraphs: ParagraphDirections?, controls: BoxControls
  ) -> ContiguousArray<UInt8> {
    var levels = ContiguousArray<UInt8>()
    levels.reserveCapacity(bytes.count)
    var controls = controls
    var start = 0
    while start < bytes.count {
      let end = ParagraphDirections.paragraphEnd(bytes, start)
      let rightToLeft = paragraphs?.isRightToLeft(at: start) ?? rightToLeft
      let repeated = controls.repeated
      let paragraph = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if repeated.count == 0 {
        append(levelsOf: paragraph, rightToLeft: rightToLeft, to: &levels)
      } else {
        (repeated.bytes + paragraph).withUnsafeBufferPointer {
          append(levelsOf: $0, without: repeated.count, rightToLeft: rightToLeft, to: &levels)
        }
      }
      controls.pass(to: end, of: bytes)
      start = end
    }
    return levels
  }

  /// Appends the levels of the characters of one paragraph, without those of the first ones.
  private static func append(
    levelsOf paragraph: UnsafeBufferPointer<UInt8>, without first: Int = 0, rightToLeft: Bool,
    to levels: inout ContiguousArray<UInt8>
  ) {
    guard let marked = IsolateMarks(of: paragraph) else {
      return append(levelsOf: paragraph, first, rightToLeft, to: &levels)
    }
    var all: ContiguousArray<UInt8> = []
    marked.bytes.withUnsafeBufferPointer { append(levelsOf: $0, 0, rightToLeft, to: &all) }
    levels += zip(all, marked.isMark).filter { !$1 }.map(\.0).dropFirst(first)
  }

  private static func append(
    levelsOf paragraph: UnsafeBufferPointer<UInt8>, _ first: Int, _ rightToLeft: Bool,
    to levels: inout ContiguousArray<UInt8>
  ) {
    paragraph.withMemoryRebound(to: CChar.self) { chars in
      guard let base = chars.baseAddress else { return }
      var direction = rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      let count = g_utf8_strlen(base, chars.count)
      if let found = pango_log2vis_get_embedding_levels(base, Int32(chars.count), &direction) {
        levels.append(contentsOf: UnsafeBufferPointer(start: found + first, count: count - first))
        g_free(found)
      } else {
        levels.append(contentsOf: repeatElement(rightToLeft ? 1 : 0, count: count - first))
      }
    }
  }

  // MARK: Scripts

  /// Ranges of one level and one script; common characters have the script of their neighbours.
  private static func stretches(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<CChar>, _ levels: ContiguousArray<UInt8>
  ) -> ContiguousArray<TextAnalysis.Stretch> {
    var stretches: ContiguousArray<TextAnalysis.Stretch> = []
    guard let scripts = pango_script_iter_new(base, Int32(bytes.count)) else { return stretches }
    defer { pango_script_iter_free(scripts) }
    var character = 0
    var index = 0
    repeat {
      var end: UnsafePointer<CChar>?
      var script = PANGO_SCRIPT_COMMON
      pango_script_iter_get_range(scripts, nil, &end, &script)
      guard let end else { break }
      let scriptEnd = end - base
      let tag = hb_script_from_iso15924_tag(g_unicode_script_to_iso15924(GUnicodeScript(script.rawValue)))
      var level = levels[character]
      while index < scriptEnd {
        if levels[character] != level {
          stretches.append(.init(end: index, level: level, script: tag))
          level = levels[character]
        }
        index += length(lead: bytes[index])
        character += 1
      }
      stretches.append(.init(end: index, level: level, script: tag))
    } while pango_script_iter_next(scripts) != 0
    return stretches
  }

  // MARK: Boundaries

  /// Pango's boundaries, modified by the rules of CSS for atomic inlines and apostrophes.
  static func boundaries(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<CChar>, language: OpaquePointer?
  ) -> ContiguousArray<Boundary> {
    let count = g_utf8_strlen(base, bytes.count)
    var attributes = ContiguousArray<PangoLogAttr>(repeating: PangoLogAttr(), count: count + 1)
    let name = language.flatMap(hb_language_to_string).map { String(cString: $0) } ?? "en"
    attributes.withUnsafeMutableBufferPointer {
      pango_get_log_attrs(
        base, Int32(bytes.count), -1, pango_language_from_string(name), $0.baseAddress, Int32($0.count))
    }
    var boundaries = ContiguousArray<Boundary>(repeating: [], count: bytes.count + 1)
    var index = 0
    var before: UInt32 = 0
    var isAfterApostrophe = false
    var quotes = EastAsianQuotes()
    for character in 0..<count {
      let scalar = decode(bytes, index)
      boundaries[index] = boundary(attributes[character], before: before, scalar, isFirst: index == 0)
      if isAfterApostrophe { boundaries[index].remove(.word) }
      if let place = quotes.breakPlace(at: index, scalar), place > 0 { boundaries[place].insert(.line) }
      isAfterApostrophe = (scalar == 0x27 || scalar == 0x2019) && g_unichar_isalnum(before) != 0
      before = scalar
      index += length(lead: bytes[index])
    }
    let isHard = attributes[count].is_mandatory_break != 0 && isHardBreak(before)
    boundaries[index] = isHard ? [.line, .mandatory, .grapheme] : [.line, .grapheme]
    return boundaries
  }

  private static func boundary(
    _ attribute: PangoLogAttr, before: UInt32, _ scalar: UInt32, isFirst: Bool
  ) -> Boundary {
    var boundary: Boundary = []
    if attribute.is_cursor_position != 0 || isFirst { boundary.insert(.grapheme) }
    if isSpace(scalar) { boundary.insert(.space) }
    if attribute.is_word_start != 0 { boundary.insert(.word) }
    if isFirst { return boundary }
    if attribute.is_mandatory_break != 0 { return boundary.union([.line, .mandatory]) }
    if before == 0xFFFC || scalar == 0xFFFC {
      let staysBefore = isSpace(scalar) || isHardBreak(scalar) || scalar == 0x200B
      if !staysBefore && allowsBreakAtObject(before == 0xFFFC ? scalar : before) { boundary.insert(.line) }
    } else if attribute.is_line_break != 0 || followsSpace(scalar, before) {
      boundary.insert(.line)
    }
    return boundary
  }

  /// Whether a character follows a space or tab, after which browsers always break lines (see `BreakRules`).
  private static func followsSpace(_ scalar: UInt32, _ before: UInt32) -> Bool {
    guard before == 0x20 || before == 0x09 else { return false }
    return scalar != 0x20 && scalar != 0x09 && !isHardBreak(scalar) && scalar != 0x200B
  }

  /// A line may break before and after an atomic inline, except next to glue other than the no-break space (css-text-3
  /// §5.1).
  private static func allowsBreakAtObject(_ neighbour: UInt32) -> Bool {
    switch g_unichar_break_type(neighbour) {
    case G_UNICODE_BREAK_NON_BREAKING_GLUE: neighbour == 0xA0
    case G_UNICODE_BREAK_WORD_JOINER, G_UNICODE_BREAK_ZERO_WIDTH_JOINER: false
    case G_UNICODE_BREAK_COMBINING_MARK: false
    default: true
    }
  }

  private static func isHardBreak(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a character is a space, a tab or another space separator (css-text-3 §4), except no-break spaces.
  private static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
    let lead = UInt32(bytes[index])
    if lead < 0x80 { return lead }
    let length = length(lead: bytes[index])
    var scalar = lead & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return scalar
  }

  private static func length(lead: UInt8) -> Int {
    lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }
}
