import CPango

/// Shapes words with HarfBuzz and caches them. A word is the text between two break opportunities, so no ligature
/// extends across one, and the glyphs of a line are a slice of those of the text. Words are kerned with spaces and with
/// each other afterwards (`EdgeKerning`).
final class WordShaper {
  /// The input of shaping besides the text.
  struct Options: Hashable {
    /// Index in the book's lists of faces.
    var list: Int
    /// Index in the book's feature sets.
    var features: Int
    var script: UInt32
    var isRightToLeft: Bool
    var hasLigatures: Bool
    var orientation = GlyphOrientation.sideways
  }

  /// A font with shaping options and the values that depend on them.
  struct Style {
    var options: Options
    var key: UInt32
    var font: FontBook.Font
    /// The space of the first available face, its advance in ems; `nil` if spaces are shaped as words.
    var space: (glyph: UInt32, advance: Float)?
    /// Whether to try the first available face before selecting a face for each character.
    var prefersFirstAvailable: Bool
  }

  /// A part of a word that is not too long for one call of HarfBuzz.
  struct Piece {
    var range: Range<Int>
    /// The start of the word.
    var origin: Int
    let text: UnsafeBufferPointer<UInt8>
    let boundaries: UnsafeBufferPointer<Boundary>
    let style: Style
    let joins: Bool
    /// Whether the characters are upright in vertical text.
    var isUpright = false
  }

  let book: FontBook
  // Accessed by this module only, on one thread, without reentrancy. Dynamic exclusivity checks for each word would
  // take longer than the work itself.
  @exclusivity(unchecked) var cache = WordCache()
  @exclusivity(unchecked) var edgeKerning = EdgeKerning()
  @exclusivity(unchecked) var counters = ShapingCounters()
  private var keys: [Options: UInt32] = [:]
  /// The most recently used styles.
  private var recent: [(font: FontID, style: Style)] = []
  let buffer: OpaquePointer

  /// The largest number of bytes in one call of HarfBuzz, some of whose steps take more than linear time.
  private static let maximumPiece = 1024

  init(book: FontBook) {
    self.book = book
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Empties all caches, because families may resolve to other faces now.
  func removeAll() {
    cache.removeAll()
    edgeKerning.removeAll()
    keys = [:]
    recent = []
  }

  func style(_ id: FontID, script: hb_script_t, isRightToLeft: Bool, hasLigatures: Bool) -> Style {
    for entry in recent
    where entry.font == id && entry.style.options.script == script.rawValue
      && entry.style.options.isRightToLeft == isRightToLeft && entry.style.options.hasLigatures == hasLigatures
    {
      return entry.style
    }
    let font = book.font(id) ?? .none
    let style = makeStyle(
      font,
      Options(
        list: font.list, features: font.features, script: script.rawValue, isRightToLeft: isRightToLeft,
        hasLigatures: hasLigatures, orientation: font.orientation))
    if recent.count == 8 { recent.removeFirst() }
    recent.append((id, style))
    return style
  }

  private func makeStyle(_ font: FontBook.Font, _ options: Options) -> Style {
    let key = keys[options] ?? UInt32(keys.count)
    keys[options] = key
    let prefersFirstAvailable = font.typeface >= 0 && book.lists.prefersFirstAvailable(font.list)
    var space: (UInt32, Float)?
    if prefersFirstAvailable, font.orientation != .upright {
      let typeface = book.lists.typefaces[font.typeface]
      if let glyph = typeface.glyph(0x20) { space = (glyph, Float(typeface.metrics.spaceAdvance)) }
    }
    return Style(
      options: options, key: key, font: font, space: space, prefersFirstAvailable: prefersFirstAvailable)
  }

  // MARK: Words

  /// The cache entry of a word; valid until the next call.
  ///
  /// - Parameters:
  ///   - text: the whole text, for the letters before and after a word that joins them.
  ///   - boundaries: of the whole text.
  @inline(__always)
  func shape(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, boundaries: UnsafeBufferPointer<Boundary>, style: Style
  ) -> WordCache.Entry {
    counters.words += 1
    let word = UnsafeBufferPointer(rebasing: text[range])
    // A word that was shaped with the characters next to it is not looked up in the cache.
    let joins = Self.joins(style.options.script) && Self.hasNeighbour(range, text)
    let key = joins ? UInt32.max : style.key
    let hash = WordCache.hash(word, key: key)
    if !joins, let index = cache.find(word, key: key, hash: hash) {
      counters.cacheHits += 1
      return cache.entries[index]
    }
    return shapeAnew(range, word: word, of: text, boundaries: boundaries, style: style, joins: joins, hash: hash)
  }

  private func shapeAnew(
    _ range: Range<Int>, word: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>,
    boundaries: UnsafeBufferPointer<Boundary>, style: Style, joins: Bool, hash: UInt64
  ) -> WordCache.Entry {
    if cache.isFull { cache.removeAll() }
    let firstPiece = cache.pieces.count
    var lacksGlyphs = false
    var start = range.lowerBound
    while start < range.upperBound {
      let end = Self.pieceEnd(from: start, to: range.upperBound, boundaries, text)
      let piece = Piece(
        range: start..<end, origin: range.lowerBound, text: text, boundaries: boundaries, style: style, joins: joins)
      if style.options.orientation == .sideways {
        if !shapeHorizontally(piece) { lacksGlyphs = true }
      } else {
        if !shapeVertically(piece) { lacksGlyphs = true }
      }
      start = end
    }
    let index = cache.insert(
      word, key: joins ? .max : style.key, hash: hash, firstPiece: firstPiece, lacksGlyphs: lacksGlyphs)
    return cache.entries[index]
  }

  /// The end of a piece of a long word: at a grapheme cluster boundary if possible, otherwise at a character boundary.
  private static func pieceEnd(
    from start: Int, to end: Int, _ boundaries: UnsafeBufferPointer<Boundary>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let longest = start + maximumPiece
    guard longest < end else { return end }
    if let cut = (start + maximumPiece / 2...longest).last(where: { boundaries[$0].contains(.grapheme) }) { return cut }
    return (longest - 3...longest).last(where: { text[$0] & 0xC0 != 0x80 }) ?? longest
  }

  /// Whether the letters of a script are connected (css-text-3 §8.2).
  static func joins(_ script: UInt32) -> Bool {
    script == HB_SCRIPT_ARABIC.rawValue || script == HB_SCRIPT_SYRIAC.rawValue || script == HB_SCRIPT_NKO.rawValue
      || script == HB_SCRIPT_MONGOLIAN.rawValue || script == HB_SCRIPT_ADLAM.rawValue
      || script == HB_SCRIPT_MANDAIC.rawValue || script == HB_SCRIPT_HANIFI_ROHINGYA.rawValue
  }

  /// Whether the character before or after a word is not a space.
  private static func hasNeighbour(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    range.lowerBound > 0 && text[range.lowerBound - 1] > 0x20
      || range.upperBound < text.count && text[range.upperBound] > 0x20
  }
}

/// Counts of the shaper's work.
package struct ShapingCounters: Hashable, Sendable {
  /// Texts, and those of them analysed by `LatinAnalysis`.
  package var texts = 0
  package var latinTexts = 0
  /// Words of texts, and those of them found in the cache.
  package var words = 0
  package var cacheHits = 0
  /// Calls of HarfBuzz for words.
  package var shapings = 0
  /// Calls of HarfBuzz for the kerning between words.
  package var kernings = 0
}
