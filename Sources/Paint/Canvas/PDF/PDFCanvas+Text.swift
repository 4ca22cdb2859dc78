import CPango
import Layout
import PDF
import Style
import TextShaping

extension PDFCanvas {
  /// Ends the open text object. Must be called before anything but text is written.
  func endText() {
    guard text.isOpen else { return }
    endString()
    interruptTextMark()
    stream.append("ET\n")
    text.isOpen = false
  }

  func endString() {
    guard text.stringStart != nil else { return }
    stream.append(text.isInArray ? ")]TJ\n" : text.isOnNextLine ? ")'\n" : ")Tj\n")
    text.stringStart = nil
    text.isInArray = false
    text.isOnNextLine = false
  }

  func show(_ batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache, hasText: Bool) {
    guard case .color(let color) = state.source, color.alpha > 0, !isClippedOut, !batch.glyphs.isEmpty,
      let (font, style) = drawn(face, fonts)
    else { return }
    guard canShow(style.size) else { return }
    if font.hasPictures, !isInvisible {
      beginPainting()
      return showPictures(batch, face, font, fonts, style.size, hasText: hasText)
    }
    beginPaintingText()
    begin(style, color)
    var clusters = batch.clusters
    while true {
      if hasText {
        showAdjoiningASCII(&clusters, font, style)
        showAdjoiningCharacters(&clusters, font, style)
      }
      guard let (glyphs, utf8) = clusters.next() else { break }
      show(glyphs, hasText ? utf8 : nil, font, style)
    }
    endString()
  }

  /// The font of a face, and how its glyphs are drawn; nil if it cannot be drawn.
  private func drawn(_ face: FaceID, _ fonts: FaceCache) -> (DrawnFont, DrawnStyle)? {
    if let last = lastFace, last.face == face { return (last.font, last.style) }
    guard let font = self.fonts.font(face) else { return nil }
    let style = DrawnStyle(fonts.drawable(face), fonts, face)
    lastFace = (face, font, style)
    return (font, style)
  }

  /// Begins a text object, and sets what differs from the state that is set.
  private func begin(_ style: DrawnStyle, _ color: Color) {
    setFill(color)
    if style.isBold { setStroke(color) }
    if !text.isOpen {
      stream.append("BT\n")
      text.isOpen = true
      text.hasOrigin = false
    }
    beginTextMark()
    if style.isOblique != text.isOblique || style.isUpright != text.isUpright { text.hasOrigin = false }
    text.isOblique = style.isOblique
    text.isUpright = style.isUpright
    let mode: GraphicsState.TextMode = isInvisible ? .invisible : style.isBold ? .fillAndStroke : .fill
    if mode != state.textMode {
      state.textMode = mode
      stream.append(mode.rawValue)
      stream.append(" Tr\n")
    }
    if style.isBold {
      // FreeType emboldens outlines by a 24th of an em.
      stream.append(style.size / 24, decimals: state.decimals + 1)
      stream.append("w\n")
      state.line?.width = style.size / 24
    }
  }

  private func setFont(_ number: Int, _ size: Double) {
    guard state.font?.number != number || state.font?.size != size else { return }
    endString()
    state.font = (number, size)
    resources.add(.font, number)
    stream.append(.font, number)
    stream.append(" ")
    stream.append(size, decimals: state.decimals + 1)
    stream.append("Tf\n")
  }

  /// Shows a cluster. If readers would not get its text from its glyphs, the text is written beside them (14.9.4).
  /// - Parameter utf8: nil if the cluster has no text.
  private func show(
    _ glyphs: UnsafeBufferPointer<cairo_glyph_t>, _ utf8: UnsafeBufferPointer<UInt8>?, _ font: DrawnFont,
    _ style: DrawnStyle
  ) {
    var needsText = false
    if let utf8 {
      if glyphs.count == 1, let glyph = glyphs.first {
        if let simple = font.simple, let code = font.simpleCode(UInt32(glyph.index), for: utf8) {
          setFont(simple, style.size)
          place(Point(x: glyph.x, y: glyph.y), style)
          stream.append(stringByte: code)
          text.pen += font.simpleWidth(code) * style.size / 1000
          return
        }
        needsText = font.code(UInt32(glyph.index)).map { !font.stands($0, for: utf8) } ?? true
      } else {
        needsText = true
      }
    }
    if needsText, let utf8 {
      endString()
      beginReplacement(utf8)
    }
    setFont(font.number, style.size)
    for glyph in glyphs {
      guard let code = font.code(UInt32(glyph.index)) else { continue }
      place(Point(x: glyph.x, y: glyph.y), style)
      stream.append(stringByte: UInt8(truncatingIfNeeded: code >> 8))
      stream.append(stringByte: UInt8(truncatingIfNeeded: code))
      text.pen += font.widths[Int(code)] * style.size / 1000
    }
    if needsText {
      endString()
      stream.append("EMC\n")
    }
  }

  func beginReplacement(_ utf8: UnsafeBufferPointer<UInt8>) {
    stream.append("/Span<</ActualText")
    stream.append(textString: utf8)
    stream.append(">>BDC\n")
  }

  /// Adds the outlines of glyphs, as Cairo has them.
  func addPath(of batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache) {
    fonts.forEachStep(of: batch, face) { step in
      switch step {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .curve(let control1, let control2, let end): curve(control1, control2, to: end)
      case .close: closePath()
      }
    }
  }
}
