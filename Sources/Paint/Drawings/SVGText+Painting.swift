import Layout
import Style
import TextShaping

extension SVGText {
  /// Draws the text at its positions.
  func draw(_ fonts: FaceCache, on canvas: any Canvas) {
    guard let first = segments.first else { return }
    let natural = shape(fonts)
    let width = natural.reduce(0) { $0 + Self.advance(of: $1) }
    guard let length, width > 0 else { return draw(natural, fonts, on: canvas) }
    if !length.stretchesGlyphs {
      // The space after the last character does not change.
      let space = count > 1 ? (length.value - width) / Double(count - 1) : 0
      return draw(shape(fonts, space: space), chunkWidth: length.value, fonts, on: canvas)
    }
    let scale = AffineTransform.scale(length.value / width, 1)
    let start = (first.x ?? 0) - first.style.anchor.rawValue * length.value
    let stretched = AffineTransform.translation(start, 0).concatenating(scale).concatenating(.translation(-start, 0))
    guard canvas.canApply(stretched) else { return }
    canvas.save()
    canvas.transform(stretched)
    draw(natural, chunkWidth: length.value, fonts, on: canvas)
    canvas.restore()
  }

  private func shape(_ fonts: FaceCache, space: Double = 0) -> [ShapedText?] {
    segments.map { fonts.shape($0.text, $0.style.font, letterSpacing: $0.style.letterSpacing + space) }
  }

  /// - Parameter chunkWidth: the width of the only chunk, if it is not that of the text.
  private func draw(_ shaped: [ShapedText?], chunkWidth: Double? = nil, _ fonts: FaceCache, on canvas: any Canvas) {
    var pen = Point(x: 0, y: 0)
    for (index, segment) in segments.enumerated() {
      if let path = segment.path {
        draw(index, along: path, &pen, shaped, fonts, on: canvas)
        // Text after the path begins at its end.
        if segments.indices.contains(index + 1), segments[index + 1].path == nil, let end = path.end { pen = end }
        continue
      }
      if index == 0 || segment.beginsChunk {
        pen = Point(x: segment.x ?? pen.x, y: segment.y ?? pen.y)
        if segment.style.anchor != .start {
          pen.x -= segment.style.anchor.rawValue * (chunkWidth ?? width(ofChunkAt: index, shaped))
        }
      }
      pen.x += segment.dx
      pen.y += segment.dy
      if let text = shaped[index] { draw(text, segment, at: pen, fonts, on: canvas) }
      pen.x += Self.advance(of: shaped[index])
    }
  }

  /// Draws a character along a path. The pen is at a distance from the start of the path, and becomes the place after
  /// the character (SVG 2 §11.8.3).
  private func draw(
    _ index: Int, along path: SVGTextPath, _ pen: inout Point, _ shaped: [ShapedText?], _ fonts: FaceCache,
    on canvas: any Canvas
  ) {
    let segment = segments[index]
    if index == 0 || segments[index - 1].path?.number != path.number {
      let rest = segments.indices.dropFirst(index).prefix { segments[$0].path?.number == path.number }
      let width = rest.reduce(0) { $0 + Self.advance(of: shaped[$1]) }
      pen = Point(x: path.start - segment.style.anchor.rawValue * width, y: 0)
    }
    let advance = Self.advance(of: shaped[index])
    defer { pen.x += advance }
    guard let text = shaped[index], let place = path.place(at: pen.x + advance / 2) else { return }
    drawTurned(text, segment.style, by: place.angle, around: place.point, from: -advance / 2, fonts, on: canvas)
  }

  private func width(ofChunkAt start: Int, _ shaped: [ShapedText?]) -> Double {
    var width = Self.advance(of: shaped[start])
    for index in segments.indices.dropFirst(start + 1) {
      if segments[index].beginsChunk { break }
      width += segments[index].dx + Self.advance(of: shaped[index])
    }
    return width
  }

  private static func advance(of text: ShapedText?) -> Double {
    guard let text else { return 0 }
    return text.runs.indices.reduce(0) { $0 + text.advance(run: $1, glyphs: text.runs[$1].glyphs) }
  }

  private func draw(
    _ text: ShapedText, _ segment: Segment, at pen: Point, _ fonts: FaceCache, on canvas: any Canvas
  ) {
    if segment.rotation != 0 {
      drawTurned(text, segment.style, by: segment.rotation, around: pen, fonts, on: canvas)
    } else {
      let shift = baselineShift(of: text, segment.style, fonts)
      draw(text, at: Point(x: pen.x, y: pen.y + shift), segment.style, fonts, on: canvas)
    }
  }

  /// - Parameters:
  ///   - angle: degrees.
  ///   - left: where the text begins, from the point around which it is turned.
  private func drawTurned(
    _ text: ShapedText, _ style: SVGStyle, by angle: Double, around pen: Point, from left: Double = 0,
    _ fonts: FaceCache, on canvas: any Canvas
  ) {
    let turned = AffineTransform.translation(pen.x, pen.y).concatenating(.rotation(angle))
    guard style.showsText, canvas.canApply(turned) else { return }
    canvas.save()
    canvas.transform(turned)
    draw(text, at: Point(x: left, y: baselineShift(of: text, style, fonts)), style, fonts, on: canvas)
    canvas.restore()
  }

  private func baselineShift(of text: ShapedText, _ style: SVGStyle, _ fonts: FaceCache) -> Double {
    guard style.baseline != "auto", let face = text.runs.first?.face else { return 0 }
    return style.baselineOffset(fonts.metrics(face))
  }

  private func draw(
    _ text: ShapedText, at origin: Point, _ style: SVGStyle, _ fonts: FaceCache, on canvas: any Canvas
  ) {
    guard style.showsText else { return }
    var x = origin.x
    for run in text.runs.indices {
      let glyphs = text.runs[run].glyphs
      defer { x += text.advance(run: run, glyphs: glyphs) }
      guard !glyphs.isEmpty else { continue }
      var batch = GlyphBatch()
      batch.add(glyphs, TextSlice(text: 0, run: UInt32(run), glyphs: glyphs, baseline: origin.y), of: [text], x: x)
      let face = text.runs[run].face
      if style.strokesFirst { stroke(batch, face, style, fonts, on: canvas) }
      fill(batch, face, style, fonts, on: canvas)
      if !style.strokesFirst { stroke(batch, face, style, fonts, on: canvas) }
    }
  }

  /// Text without a fill is found by search nevertheless.
  private func fill(
    _ batch: borrowing GlyphBatch, _ face: FaceID, _ style: SVGStyle, _ fonts: FaceCache, on canvas: any Canvas
  ) {
    guard case .color(var color) = style.fill else {
      return canvas.showInvisibly {
        canvas.setColor(.black)
        canvas.show(batch, face, fonts, hasText: true)
      }
    }
    color.alpha *= Float(style.fillOpacity)
    canvas.setColor(color)
    canvas.show(batch, face, fonts, hasText: true)
  }

  private func stroke(
    _ batch: borrowing GlyphBatch, _ face: FaceID, _ style: SVGStyle, _ fonts: FaceCache, on canvas: any Canvas
  ) {
    guard style.strokesText, case .color(var color) = style.stroke, !canvas.isInvisible else { return }
    color.alpha *= Float(style.strokeOpacity)
    canvas.addPath(of: batch, face, fonts)
    canvas.stroke(color, style.line)
  }
}

extension SVGStyle {
  fileprivate var showsText: Bool { isVisible && (!fill.isNone || strokesText) }

  /// The distance from the position of text down to its baseline (`dominant-baseline`, css-inline-3 §3.1).
  fileprivate func baselineOffset(_ metrics: FontMetrics) -> Double {
    switch baseline {
    case "middle": metrics.xHeight / 2
    case "central": (metrics.ascent - metrics.descent) / 2
    case "hanging": metrics.ascent * 0.8
    default: 0
    }
  }
}
