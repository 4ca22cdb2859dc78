import CPango

/// Combines shaped words into the runs of a text.
struct RunBuilder {
  private let shaper: WordShaper
  private let text: UnsafeBufferPointer<UInt8>
  private let boundaries: UnsafeBufferPointer<Boundary>
  private(set) var runs: ContiguousArray<GlyphRun> = []
  private(set) var glyphs: GlyphListBuilder
  /// The current run, if `isOpen`; its glyphs extend to the end of `glyphs`.
  private var current = GlyphRun(bytes: 0..<0, glyphs: 0..<0, face: FaceID(.max), level: 0, span: 0)
  private var isOpen = false

  /// - Parameter glyphs: none; their memory is used.
  init(
    shaper: WordShaper, text: UnsafeBufferPointer<UInt8>, boundaries: UnsafeBufferPointer<Boundary>,
    glyphs: consuming GlyphListBuilder
  ) {
    self.shaper = shaper
    self.text = text
    self.boundaries = boundaries
    self.glyphs = glyphs
    self.glyphs.reserveCapacity(text.count)
  }

  /// Returns the glyphs, and leaves none.
  mutating func takeGlyphs() -> GlyphListBuilder {
    var taken = GlyphListBuilder()
    swap(&taken, &glyphs)
    return taken
  }

  /// A part of a span that has one level and one style.
  struct Stretch {
    var bytes: Range<Int>
    var level: UInt8
    var span: UInt32
    var style: WordShaper.Style
    var letterSpacing: Float
    var wordSpacing: Float
    var isRightToLeft: Bool { level & 1 == 1 }
    var hasSpacing: Bool { letterSpacing != 0 || wordSpacing != 0 }
  }

  mutating func append(_ stretch: Stretch) {
    var index = stretch.bytes.lowerBound
    while index < stretch.bytes.upperBound {
      let byte = text[index]
      if byte == 0x20, let space = stretch.style.space {
        appendSpace(at: index, stretch, space)
        index += 1
      } else if let length = Self.blankLength(text, index) {
        appendBlank(index..<index + length, stretch)
        index += length
      } else {
        let end = wordEnd(from: index, to: stretch.bytes.upperBound)
        appendWord(index..<end, stretch)
        index = end
      }
    }
  }

  /// Appends a run without glyphs.
  mutating func appendBlank(_ bytes: Range<Int>, _ stretch: Stretch) {
    close()
    let at = UInt32(glyphs.count)
    runs.append(
      GlyphRun(
        bytes: UInt32(bytes.lowerBound)..<UInt32(bytes.upperBound), glyphs: at..<at, face: stretch.style.font.face,
        level: stretch.level, span: stretch.span))
  }

  /// Ends the current run: changes its glyphs from logical to visual order.
  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    current.glyphs = current.glyphs.lowerBound..<UInt32(glyphs.count)
    if current.level & 1 == 1 { glyphs.reverse(from: Int(current.glyphs.lowerBound)) }
    runs.append(current)
  }

  // MARK: Words

  @inline(__always)
  private func wordEnd(from start: Int, to limit: Int) -> Int {
    let stops: Boundary = [.line, .space]
    var end = start + 1
    while end < limit {
      if !boundaries[end].isDisjoint(with: stops) { break }
      if Self.mayBeBlank(text[end]), Self.blankLength(text, end) != nil { break }
      // What precedes it may overlap it.
      if text[end] >= 0xE2, FullwidthPunctuation.isOne(text, at: end) { break }
      end += 1
    }
    return end
  }

  private mutating func appendWord(_ bytes: Range<Int>, _ stretch: Stretch) {
    let entry = shaper.shape(bytes, of: text, boundaries: boundaries, style: stretch.style)
    if entry.lacksGlyphs {
      shaper.reportMissing(UnsafeBufferPointer(rebasing: text[bytes]), stretch.style, offset: bytes.lowerBound)
    }
    var start = bytes.lowerBound
    for index in entry.pieces {
      let piece = shaper.cache.pieces[Int(index)]
      let end = bytes.lowerBound + Int(piece.end)
      let font = stretch.style.font
      let face =
        piece.typeface == font.typeface && !piece.isUpright
        ? font.face : shaper.book.face(typeface: piece.typeface, size: font.size, isUpright: piece.isUpright)
      if start == bytes.lowerBound, !piece.isUpright {
        let kerning = kerning(before: start, stretch, face: face, typeface: piece.typeface)
        if kerning != 0 { glyphs.widen(glyphs.count - 1, by: kerning, before: false) }
      }
      extendRun(to: start..<end, face: face, stretch)
      let first = glyphs.count
      appendGlyphs(piece, origin: UInt32(bytes.lowerBound), stretch)
      if font.baselineShift != 0, !piece.isUpright { glyphs.lower(from: first, by: font.baselineShift) }
      start = end
    }
  }

  @inline(__always)
  private mutating func appendGlyphs(_ piece: WordCache.Piece, origin: UInt32, _ stretch: Stretch) {
    let first = glyphs.count
    shaper.cache.glyphs.withUnsafeBufferPointer { source in
      let range = Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)
      glyphs.append(
        UnsafeBufferPointer(rebasing: source[range]), isPlain: piece.isPlain, size: stretch.style.font.size,
        origin: origin)
    }
    if stretch.hasSpacing { space(first..<glyphs.count, stretch) }
    if stretch.isRightToLeft { glyphs.reverse(from: first) }
  }

  @inline(__always)
  private mutating func appendSpace(at index: Int, _ stretch: Stretch, _ space: (glyph: UInt32, advance: Float)) {
    let font = stretch.style.font
    // Part of the space, which is removed at the end of a line.
    let kerning = kerning(before: index, stretch, face: font.face, typeface: font.typeface)
    extendRun(to: index..<index + 1, face: font.face, stretch)
    glyphs.append(
      Glyph(
        id: space.glyph,
        advance: space.advance * font.size + stretch.letterSpacing + stretch.wordSpacing + kerning, dx: 0, dy: 0,
        cluster: UInt32(index)))
  }

  /// The kerning of the last glyph with the character at an offset, px; 0 if they are not in the same run.
  @inline(__always)
  private func kerning(before index: Int, _ stretch: Stretch, face: FaceID, typeface: Int) -> Float {
    guard isOpen, current.face == face, current.span == stretch.span, current.level == stretch.level,
      current.bytes.upperBound == UInt32(index), !stretch.isRightToLeft, glyphs.count > current.glyphs.lowerBound
    else { return 0 }
    // Most characters are ASCII.
    let first = text[index - 1] < 0x80 ? UInt32(text[index - 1]) : text.scalar(endingAt: index)
    let second = text[index] < 0x80 ? UInt32(text[index]) : text.scalar(at: index)
    return shaper.kerning(first, second, stretch.style, typeface: typeface) * stretch.style.font.size
  }

  /// Extends the current run, or starts a new one if the properties differ.
  @inline(__always)
  private mutating func extendRun(to bytes: Range<Int>, face: FaceID, _ stretch: Stretch) {
    if isOpen && current.face == face && current.level == stretch.level && current.span == stretch.span {
      current.bytes = current.bytes.lowerBound..<UInt32(bytes.upperBound)
      return
    }
    close()
    let at = UInt32(glyphs.count)
    current = GlyphRun(
      bytes: UInt32(bytes.lowerBound)..<UInt32(bytes.upperBound), glyphs: at..<at, face: face, level: stretch.level,
      span: stretch.span)
    isOpen = true
  }

  // MARK: Spacing

  /// Adds letter spacing after each cluster and word spacing after each word separator (css-text-3 §7). In
  /// right-to-left text the spacing is added on the left. The glyphs are in visual order.
  private mutating func space(_ range: Range<Int>, _ stretch: Stretch) {
    for index in range {
      let cluster = glyphs.cluster(index)
      let other = stretch.isRightToLeft ? index - 1 : index + 1
      if range.contains(other) && glyphs.cluster(other) == cluster { continue }
      let isSeparator = stretch.wordSpacing != 0 && Self.isWordSeparator(text, Int(cluster))
      let spacing = stretch.letterSpacing + (isSeparator ? stretch.wordSpacing : 0)
      glyphs.widen(index, by: spacing, before: stretch.isRightToLeft)
    }
  }

  /// U+0020, U+00A0, U+1361, U+10100, U+10101, U+1039F, U+1091F (css-text-3 §7.1).
  private static func isWordSeparator(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    func continues(_ bytes: UInt8...) -> Bool {
      index + bytes.count < text.count && bytes.indices.allSatisfy { text[index + 1 + $0] == bytes[$0] }
    }
    return switch text[index] {
    case 0x20: true
    case 0xC2: continues(0xA0)
    case 0xE1: continues(0x8D, 0xA1)
    case 0xF0:
      continues(0x90, 0x84, 0x80) || continues(0x90, 0x84, 0x81) || continues(0x90, 0x8E, 0x9F)
        || continues(0x90, 0xA4, 0x9F)
    default: false
    }
  }

  // MARK: Blanks

  @inline(__always)
  private static func mayBeBlank(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte == 0xEF
  }

  /// The length in bytes of a control character, a line or paragraph separator, a bidi control or an object replacement
  /// character; nil for other characters.
  @inline(__always)
  private static func blankLength(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    let byte = text[index]
    if byte < 0x20 || byte == 0x7F { return 1 }
    if byte < 0xC2 { return nil }
    switch byte {
    case 0xC2:
      return text[index + 1] < 0xA0 ? 2 : nil
    case 0xE2:
      // U+2028 to U+202E and U+2066 to U+2069. A bidi control is a run of its own. In a word, it would become the
      // cluster of the first glyph, although the other characters of the word may belong to another box.
      switch text[index + 1] {
      case 0x80: return 0xA8...0xAE ~= text[index + 2] ? 3 : nil
      case 0x81: return 0xA6...0xA9 ~= text[index + 2] ? 3 : nil
      default: return nil
      }
    case 0xEF:
      return text[index + 1] == 0xBF && text[index + 2] == 0xBC ? 3 : nil
    default: return nil
    }
  }
}
