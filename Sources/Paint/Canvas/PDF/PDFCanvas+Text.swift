import CPango
import Layout
import PDF
import Style
import TextShaping

/// The open text object (ISO 32000-1, 9.4), and the string that is being written.
struct TextState {
  var isOpen = false
  /// Whether the array of a `TJ` is open, and a string in it.
  var isShowing = false
  /// The beginning of the line, px, as written.
  var origin = Point(x: 0, y: 0)
  /// From the beginning of the line to where readers place the next glyph, px.
  var pen = 0.0
  var hasOrigin = false
}

extension PDFCanvas {
  /// Ends the open text object. Must be called before anything but text is written.
  func endText() {
    guard text.isOpen else { return }
    endString()
    stream.append("ET\n")
    text.isOpen = false
  }

  private func endString() {
    guard text.isShowing else { return }
    stream.append(")]TJ\n")
    text.isShowing = false
  }

  func show(_ batch: GlyphBatch, _ face: FaceID, _ fonts: FaceCache, hasText: Bool) {
    guard case .color(let color) = state.source, color.alpha > 0, !isClippedOut, !batch.glyphs.isEmpty,
      let font = self.fonts.font(face)
    else { return }
    let style = DrawnStyle(fonts.drawable(face), fonts, face)
    guard canShow(style.size) else { return }
    beginPainting()
    if font.hasPictures { return showPictures(batch, face, font, fonts, style.size, hasText: hasText) }
    begin(font, style, color)
    batch.forEachCluster { glyphs, utf8 in
      show(batch.glyphs[glyphs], hasText ? utf8 : nil, font, style)
    }
    endString()
  }

  /// How glyphs of a face are drawn.
  private struct DrawnStyle {
    var size: Double
    var isBold = false
    var isOblique = false

    init(_ drawable: DrawableFace?, _ fonts: FaceCache, _ face: FaceID) {
      if let drawable {
        size = drawable.size
        isBold = drawable.synthesis.contains(.bold)
        isOblique = drawable.synthesis.contains(.oblique)
      } else {
        size = fonts.size(face)
      }
    }
  }

  /// Begins a text object, and sets what differs from the state that is set.
  private func begin(_ font: DrawnFont, _ style: DrawnStyle, _ color: Color) {
    // Within a text object, marked content of an artifact could not begin.
    setFill(color)
    if style.isBold { setStroke(color) }
    if !text.isOpen {
      stream.append("BT\n")
      text.isOpen = true
    }
    text.hasOrigin = false
    if state.font?.number != font.number || state.font?.size != style.size {
      state.font = (font.number, style.size)
      resources.add(.font, font.number)
      stream.append(.font, font.number)
      stream.append(" ")
      stream.append(style.size, decimals: state.decimals + 1)
      stream.append("Tf\n")
    }
    if style.isBold != state.isEmboldened {
      state.isEmboldened = style.isBold
      stream.append(style.isBold ? "2 Tr\n" : "0 Tr\n")
    }
    if style.isBold {
      // FreeType emboldens outlines by a 24th of an em.
      stream.append(style.size / 24, decimals: state.decimals + 1)
      stream.append("w\n")
      state.line = nil
    }
  }

  /// Shows a cluster. If readers would not get its text from its glyphs, the text is written beside them (14.9.4).
  /// - Parameter utf8: nil if the cluster has no text.
  private func show(
    _ glyphs: ArraySlice<cairo_glyph_t>, _ utf8: ArraySlice<UInt8>?, _ font: DrawnFont, _ style: DrawnStyle
  ) {
    var needsText = false
    if let utf8 {
      if glyphs.count == 1, let glyph = glyphs.first, let code = font.code(UInt32(glyph.index)) {
        needsText = !font.stands(code, for: utf8)
      } else {
        needsText = true
      }
    }
    if needsText, let utf8 {
      endString()
      beginReplacement(utf8)
    }
    for glyph in glyphs {
      guard let code = font.code(UInt32(glyph.index)) else { continue }
      show(code, at: Point(x: glyph.x, y: glyph.y), font, style)
    }
    if needsText {
      endString()
      stream.append("EMC\n")
    }
  }

  private func beginReplacement(_ utf8: ArraySlice<UInt8>) {
    stream.append("/Span<</ActualText")
    stream.append(textString: utf8)
    stream.append(">>BDC\n")
  }

  @inline(__always)
  private func show(_ code: UInt16, at point: Point, _ font: DrawnFont, _ style: DrawnStyle) {
    let gap = point.x - text.origin.x - text.pen
    // A space of the width of a column is rather a new position.
    if text.hasOrigin, point.y == text.origin.y, abs(gap) < 40 * style.size {
      let adjustment = (-gap / style.size * 1000).rounded()
      if adjustment != 0 {
        if text.isShowing { stream.append(")") } else { stream.append("[") }
        stream.append(Int(adjustment))
        stream.append("(")
        text.isShowing = true
        text.pen -= adjustment * style.size / 1000
      } else if !text.isShowing {
        stream.append("[(")
        text.isShowing = true
      }
    } else {
      endString()
      move(to: point, style)
      stream.append("[(")
      text.isShowing = true
    }
    stream.append(stringByte: UInt8(truncatingIfNeeded: code >> 8))
    stream.append(stringByte: UInt8(truncatingIfNeeded: code))
    text.pen += font.widths[Int(code)] * style.size / 1000
  }

  /// Begins a line. Glyph space has y upwards; a synthetic slant is in the matrix.
  private func move(to point: Point, _ style: DrawnStyle) {
    let x = ContentStream.rounded(point.x, decimals: state.decimals)
    let y = ContentStream.rounded(point.y, decimals: state.decimals)
    if text.hasOrigin, !style.isOblique {
      stream.append(x - text.origin.x, decimals: state.decimals)
      stream.append(text.origin.y - y, decimals: state.decimals)
      stream.append("Td\n")
    } else {
      stream.append(style.isOblique ? "1 0 .25 -1 " : "1 0 0 -1 ")
      stream.append(x, decimals: state.decimals)
      stream.append(y, decimals: state.decimals)
      stream.append("Tm\n")
    }
    // Glyphs are on one line if their position is exactly the same.
    text.origin = Point(x: x, y: point.y)
    text.pen = 0
    text.hasOrigin = true
  }

  /// Adds the outlines of glyphs, as Cairo has them.
  func addPath(of batch: GlyphBatch, _ face: FaceID, _ fonts: FaceCache) {
    fonts.forEachStep(of: batch, face) { step in
      switch step {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .curve(let control1, let control2, let end): curve(control1, control2, to: end)
      case .close: closePath()
      }
    }
  }

  // MARK: Pictures

  /// Shows the glyphs of a font of pictures, such as emoji, as images.
  private func showPictures(
    _ batch: GlyphBatch, _ face: FaceID, _ font: DrawnFont, _ fonts: FaceCache, _ size: Double, hasText: Bool
  ) {
    endText()
    setGraphics(opacity: 1)
    batch.forEachCluster { glyphs, utf8 in
      if hasText { beginReplacement(utf8) }
      for glyph in batch.glyphs[glyphs] {
        guard let picture = self.fonts.picture(of: UInt32(glyph.index), face, font) else { continue }
        let frame = picture.frame
        hasTransparency = true
        stream.append("q ")
        stream.append(
          AffineTransform(
            a: frame.width * size, d: -frame.height * size, e: glyph.x + frame.x * size,
            f: glyph.y + frame.maxY * size
          ).pdf)
        stream.append("cm ")
        show(object: picture.number)
        stream.append("Q\n")
      }
      if hasText { stream.append("EMC\n") }
    }
  }
}
