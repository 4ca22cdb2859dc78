// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

extension Appearance {
  /// Draws text in a box, with an optional callout line (12.5.6.6). `/C` fills the box; the border has the colour of
  /// `/DA`, as in Acrobat.
  mutating func draw(_ text: FreeText, _ annotation: Annotation, in box: PDFRectangle) {
    let style = FreeTextStyle(defaultAppearance: text.defaultAppearance, defaultStyle: text.defaultStyle)
    let width = annotation.textBorderWidth
    let frame = box.inset(by: text.inset)
    content.setStroke(style.borderColor)
    content.setLineWidth(width)
    setDashes(annotation.border)
    if text.callout.count >= 2, width > 0 {
      content.polyline(text.callout)
      content.stroke()
      let away = (text.callout[0] - text.callout[1]).unit
      content.setDashes([])
      draw(text.calloutEnding, at: text.callout[0], away: away, width: width, fills: false)
      setDashes(annotation.border)
    }
    let fill = annotation.color ?? .transparent
    content.setFill(fill)
    if let cloud = annotation.border.cloud, cloud > 0, width > 0 {
      drawCloudyBox(annotation, frame, fills: fill != .transparent)
    } else {
      content.rectangle(frame.expanded(by: -width / 2))
      content.paint(fills: fill != .transparent, strokes: width > 0)
    }
    setText(annotation.contents ?? "", style, text, in: frame.expanded(by: -width))
  }

  private mutating func drawCloudyBox(_ annotation: Annotation, _ frame: PDFRectangle, fills: Bool) {
    var square = annotation
    square.color = FreeTextStyle(defaultAppearance: nil, defaultStyle: nil).borderColor
    square.interior = fills ? annotation.color : nil
    drawSquare(square, in: frame)
  }

  private mutating func setText(_ contents: String, _ style: FreeTextStyle, _ text: FreeText, in frame: PDFRectangle) {
    guard !contents.isEmpty else { return }
    content.save()
    content.rectangle(frame)
    content.clip()
    // Rotated text is set in an upright box of the rotated size with the same center.
    let isOnSide = text.rotation % 180 != 0
    let (width, height) = isOnSide ? (frame.height, frame.width) : (frame.width, frame.height)
    let center = frame.center
    let box = PDFRectangle(
      x0: center.x - width / 2, y0: center.y - height / 2, x1: center.x + width / 2, y1: center.y + height / 2)
    if text.rotation != 0 { content.concatenate(.rotation(degrees: Double(text.rotation), around: center)) }
    content.setFill(style.color == .transparent ? .black : style.color)
    let padding = min(2, width / 8, height / 8)
    let inner = box.expanded(by: -padding)
    let size = style.size > 0 ? style.size : fittingSize(contents, style.face, inner)
    let breaker = TextLineBreaker(face: style.face, glyphs: glyphs)
    let leading = size * 1.15
    let limit = min(5_000, Int(inner.height / max(leading, 0.1)) + 2)
    let lines = breaker.lines(contents, width: inner.width / max(size, 0.1), limit: limit)
    let slack = max(0, inner.height - Double(lines.count) * leading)
    let lowering: Double =
      switch style.verticalAlignment {
      case .top: 0
      case .center: slack / 2
      case .bottom: slack
      }
    var baseline = inner.y1 - lowering - size * 0.92
    for line in lines {
      let slack = inner.width - line.width * size
      let x: Double =
        switch style.justification ?? text.justification {
        case .left: inner.x0
        case .center: inner.x0 + slack / 2
        case .right: inner.x0 + slack
        }
      show(line, of: contents, size: size, at: Point(x, baseline))
      baseline -= leading
    }
    content.restore()
  }

  /// The largest of several sizes that fits, for a size of 0, "auto" (12.7.3.3).
  private func fittingSize(_ contents: String, _ face: TextFace, _ box: PDFRectangle) -> Double {
    let breaker = TextLineBreaker(face: face, glyphs: glyphs)
    for size in [12.0, 11, 10, 9, 8, 7, 6, 5] {
      let limit = Int(box.height / (size * 1.15)) + 2
      if Double(breaker.lines(contents, width: box.width / size, limit: limit).count) * size * 1.15 <= box.height {
        return size
      }
    }
    return 4
  }
}

extension Annotation {
  /// The width of the line around free text and of its callout: 1 if none is stated, and 0 for text of a typewriter.
  var textBorderWidth: Double {
    let isPlain = intent == "FreeTextTypewriter" || intent == "FreeTextTypeWriter"
    return border.isStated || !isPlain ? border.width : 0
  }
}
