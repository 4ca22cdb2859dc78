import CPango

/// Selection of faces for the pieces of words, and calls of HarfBuzz.
extension WordShaper {
  func shapeHorizontally(_ piece: Piece) -> Bool {
    shapeWithFirstAvailable(piece) || shapeWithFallback(piece)
  }

  /// Shapes the upright characters of a piece, and the others, as pieces of their own (css-writing-modes-4 §5.1).
  func shapeVertically(_ piece: Piece) -> Bool {
    var isComplete = true
    var start = piece.range.lowerBound
    while start < piece.range.upperBound {
      var part = piece
      part.isUpright = isUpright(at: start, piece)
      var end = start
      repeat {
        end += 1
        while end < piece.range.upperBound, !piece.boundaries[end].contains(.grapheme) { end += 1 }
      } while end < piece.range.upperBound && isUpright(at: end, piece) == part.isUpright
      part.range = start..<end
      if !shapeHorizontally(part) { isComplete = false }
      start = end
    }
    return isComplete
  }

  /// Whether the grapheme cluster at an offset is upright.
  private func isUpright(at offset: Int, _ piece: Piece) -> Bool {
    if piece.style.options.orientation == .upright { return true }
    let bytes = piece.text[offset..<min(offset + 4, piece.text.count)]
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else { return false }
    switch VerticalOrientation(scalar.value) {
    case .upright: return true
    case .sideways: return false
    case .transformed:
      let face = book.lists.typeface(piece.style.options.list, covering: [scalar.value])
      return face.map { hasVerticalGlyph(scalar, book.lists.typefaces[$0]) } ?? false
    }
  }

  /// Whether a font has a glyph of a character for vertical text.
  private func hasVerticalGlyph(_ scalar: Unicode.Scalar, _ typeface: Typeface) -> Bool {
    hb_buffer_clear_contents(buffer)
    hb_buffer_add(buffer, scalar.value, 0)
    hb_buffer_set_direction(buffer, HB_DIRECTION_TTB)
    hb_buffer_set_script(buffer, HB_SCRIPT_HAN)
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    hb_shape(typeface.font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count), count == 1 else { return false }
    return infos[0].codepoint != typeface.glyph(scalar.value) ?? 0
  }

  /// - Returns: whether the font's first available face has all glyphs; if not, nothing is appended.
  private func shapeWithFirstAvailable(_ piece: Piece) -> Bool {
    guard piece.style.prefersFirstAvailable, !hasPictures(piece) else { return false }
    let count = cache.glyphs.count
    guard append(piece.range, of: piece, typeface: piece.style.font.typeface) else {
      cache.glyphs.removeLast(cache.glyphs.count - count)
      cache.pieces.removeLast()
      return false
    }
    return true
  }

  private func hasPictures(_ piece: Piece) -> Bool {
    guard EmojiPresentation.mayOccur(in: piece.text[piece.range]) else { return false }
    var start = piece.range.lowerBound
    while start < piece.range.upperBound {
      let end = clusterEnd(from: start, piece)
      if EmojiPresentation(piece.text[start..<end]) == .requestedPicture { return true }
      start = end
    }
    return false
  }

  private func clusterEnd(from start: Int, _ piece: Piece) -> Int {
    var end = start + 1
    while end < piece.range.upperBound && !piece.boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }

  /// Selects a face for each grapheme cluster and shapes consecutive clusters of one face together.
  ///
  /// - Returns: whether each character has a glyph.
  private func shapeWithFallback(_ piece: Piece) -> Bool {
    var isComplete = true
    var runStart = piece.range.lowerBound
    var runFace = -1
    var start = runStart
    while start < piece.range.upperBound {
      let end = clusterEnd(from: start, piece)
      let scalars = Self.visibleScalars(piece.text[start..<end], limit: 16)
      let presentation = EmojiPresentation(piece.text[start..<end])
      let picture =
        presentation == .text
        ? nil
        : book.lists.pictureTypeface(
          piece.style.options.list, covering: scalars, isRequested: presentation == .requestedPicture)
      let found = picture ?? face(for: scalars, piece.style)
      if found == nil && !scalars.isEmpty { isComplete = false }
      // Clusters without visible characters have the face of the preceding cluster.
      let face = scalars.isEmpty && runFace >= 0 ? runFace : found ?? piece.style.font.typeface
      if face != runFace && runFace >= 0 {
        append(runStart..<start, of: piece, typeface: runFace)
        runStart = start
      }
      runFace = face
      start = end
    }
    if runFace >= 0 { append(runStart..<piece.range.upperBound, of: piece, typeface: runFace) }
    return isComplete
  }

  private func face(for scalars: [UInt32], _ style: Style) -> Int? {
    if scalars.isEmpty { return style.font.typeface }
    if let all = book.lists.typeface(style.options.list, covering: scalars) { return all }
    return scalars.count > 1 ? book.lists.typeface(style.options.list, covering: [scalars[0]]) : nil
  }

  /// The distinct characters that need a glyph.
  static func visibleScalars(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, limit: Int) -> [UInt32] {
    var scalars: [UInt32] = []
    var known: Set<UInt32> = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
    where !scalar.properties.isDefaultIgnorableCodePoint && known.insert(scalar.value).inserted {
      scalars.append(scalar.value)
      if scalars.count == limit { break }
    }
    return scalars
  }

  /// Reports the characters of a word that no font has.
  func reportMissing(_ word: UnsafeBufferPointer<UInt8>, _ style: Style, offset: Int) {
    if book.diagnostics.isFull { return }
    for scalar in Self.visibleScalars(word[...], limit: .max)
    where book.lists.typeface(style.options.list, covering: [scalar]) == nil {
      let number = String(scalar, radix: 16, uppercase: true)
      let name = String(repeating: "0", count: max(0, 4 - number.count)) + number
      book.diagnostics.add(
        .missingCharacter,
        "No font has the character U+\(name); a box stands for it."
          + (FontPackages.package(for: scalar).map { " Debian's package \($0) has fonts for it." } ?? ""),
        offset: offset)
    }
  }

  // MARK: HarfBuzz

  /// Shapes a range in one face and appends its glyphs and a piece.
  ///
  /// - Returns: whether each character has a glyph.
  @discardableResult
  private func append(_ range: Range<Int>, of piece: Piece, typeface index: Int) -> Bool {
    counters.shapings += 1
    let typeface = book.lists.typefaces[index]
    let options = piece.style.options
    hb_buffer_clear_contents(buffer)
    // In scripts with joining letters, HarfBuzz needs the characters next to the word; other words have no context.
    let context = piece.joins ? 0..<piece.text.count : range
    piece.text[context].withMemoryRebound(to: CChar.self) { chars in
      hb_buffer_add_utf8(
        buffer, chars.baseAddress, Int32(chars.count), UInt32(range.lowerBound - context.lowerBound),
        Int32(range.count))
    }
    let horizontal = options.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    shapeBuffer(typeface, options, piece.isUpright ? HB_DIRECTION_TTB : horizontal)

    let first = cache.glyphs.count
    let isComplete = appendGlyphs(
      of: piece, before: range.upperBound, clusterStart: context.lowerBound, scale: Float(typeface.unit))
    if piece.isUpright, options.isRightToLeft { cache.glyphs[first...].reverse() }
    cache.append(
      .init(
        typeface: index, end: UInt32(range.upperBound - piece.origin),
        glyphs: UInt32(first)..<UInt32(cache.glyphs.count), isUpright: piece.isUpright))
    return isComplete
  }

  /// Shapes the characters in the buffer.
  func shapeBuffer(
    _ typeface: Typeface, _ options: Options, _ direction: hb_direction_t, adding: [hb_feature_t] = []
  ) {
    hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES)
    hb_buffer_set_direction(buffer, direction)
    hb_buffer_set_script(buffer, hb_script_t(options.script))
    hb_buffer_set_language(buffer, book.lists.language(options.list))
    var features = options.hasLigatures ? [] : Self.noLigatures
    features += adding + book.featureSets[options.features]
    hb_shape(typeface.font, buffer, features, UInt32(features.count))
  }

  /// Appends the glyphs that HarfBuzz has put into the buffer.
  /// - Parameters:
  ///   - end: the end of the shaped range in the text.
  ///   - clusterStart: the offset in the text to which the clusters of the buffer are relative.
  ///   - scale: ems per font unit.
  /// - Returns: whether each character has a glyph.
  private func appendGlyphs(of piece: Piece, before end: Int, clusterStart: Int, scale: Float) -> Bool {
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return true }
    var isComplete = true
    for index in 0..<Int(count) {
      let info = infos[index]
      let position = positions[index]
      if info.codepoint == 0 { isComplete = false }
      let cluster =
        Self.visibleStart(of: Int(info.cluster) + clusterStart, in: piece.text, before: end) - piece.origin
      if piece.isUpright {
        // The line is turned clockwise: what is down on the page is along the line, and what is right above it.
        cache.glyphs.append(
          Glyph(
            id: info.codepoint, advance: -Float(position.y_advance) * scale, dx: -Float(position.y_offset) * scale,
            dy: -Float(position.x_offset) * scale, cluster: UInt32(cluster)))
        continue
      }
      cache.glyphs.append(
        Glyph(
          id: info.codepoint, advance: Float(position.x_advance) * scale, dx: Float(position.x_offset) * scale,
          // In HarfBuzz, y is upwards.
          dy: -Float(position.y_offset) * scale, cluster: UInt32(cluster)))
    }
    return isComplete
  }

  /// The offset of the first character of a cluster that can have a glyph. HarfBuzz removes characters such as word
  /// joiners and makes them part of the cluster of the next character, which may have another style.
  private static func visibleStart(of cluster: Int, in text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
    var offset = cluster
    // U+200B to U+200F and U+2060 to U+206F. Bidi controls are runs of their own (`RunBuilder`).
    while offset + 3 < end, text[offset] == 0xE2,
      (text[offset + 1] == 0x80 && 0x8B...0x8F ~= text[offset + 2])
        || (text[offset + 1] == 0x81 && text[offset + 2] >= 0xA0)
    {
      offset += 3
    }
    return offset
  }

  /// Letter spacing disables optional ligatures, unless features enable them (css-text-4 §8.2).
  private static let noLigatures: [hb_feature_t] = ["liga", "clig"].map { (name: StaticString) in
    hb_feature_t(tag: tag(name), value: 0, start: 0, end: .max)
  }
}
