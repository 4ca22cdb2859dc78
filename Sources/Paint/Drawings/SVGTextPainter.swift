import Layout
import Style
import TextShaping

/// Draws a text at its places.
struct SVGTextPainter {
  private let layout: SVGTextLayout
  private let painter: SVGPainter
  private var canvas: any Canvas { painter.canvas }
  private var fonts: FaceCache { painter.fonts }
  /// The box around the text, where paints refer to it.
  private let box: Rect
  /// From the coordinates of the text element, in which paints are (SVG 2 §13.2), to those of the part that is drawn.
  private var toPart = AffineTransform.identity

  init(_ text: SVGText, _ painter: SVGPainter) {
    layout = SVGTextLayout(text, painter.fonts)
    self.painter = painter
    box = (text.usesServer ? layout.box : nil) ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }

  func draw() {
    guard canvas.canApply(layout.stretch) else { return }
    addLinks()
    if layout.stretch != .identity {
      canvas.save()
      canvas.transform(layout.stretch)
    }
    for part in layout.parts { draw(part) }
    if layout.stretch != .identity { canvas.restore() }
  }

  /// Makes the areas of adjacent parts of a link one area.
  private func addLinks() {
    var rest = layout.parts[...]
    while let part = rest.first {
      let adjacent = rest.prefix { $0.style.text.link?.node == part.style.text.link?.node }
      rest = rest[adjacent.endIndex...]
      if let link = part.style.text.link, let area = layout.box(of: adjacent.filter(\.style.isVisible)) {
        canvas.addLink(area, link)
      }
    }
  }

  private func draw(_ part: SVGTextLayout.Part) {
    guard part.style.showsText, canvas.canApply(part.transform) else { return }
    let transform = layout.stretch.concatenating(part.transform)
    guard transform != .identity, let toPart = transform.inverse else { return drawContent(of: part) }
    var painter = self
    painter.toPart = toPart
    painter.drawContent(of: part)
  }

  private func drawContent(of part: SVGTextLayout.Part) {
    if part.transform != .identity {
      canvas.save()
      canvas.transform(part.transform)
    }
    for decoration in part.style.text.decorations where decoration.line != .lineThrough { draw(decoration, part) }
    drawGlyphs(part)
    for decoration in part.style.text.decorations where decoration.line == .lineThrough { draw(decoration, part) }
    if part.transform != .identity { canvas.restore() }
  }

  // MARK: Glyphs

  private func drawGlyphs(_ part: SVGTextLayout.Part) {
    let text = part.text
    var x = part.origin.x
    for run in part.runs {
      let glyphs = part.glyphs ?? text.runs[run].glyphs
      defer { x += text.advance(run: run, glyphs: glyphs) }
      guard !glyphs.isEmpty else { continue }
      var batch = GlyphBatch()
      batch.add(
        glyphs, TextSlice(text: 0, run: UInt32(run), glyphs: glyphs, baseline: part.origin.y), of: [text], x: x)
      let face = text.runs[run].face
      if part.style.strokesFirst { stroke(batch, face, part.style) }
      fill(batch, face, part.style)
      if !part.style.strokesFirst { stroke(batch, face, part.style) }
    }
  }

  /// Text without a colour is found by search nevertheless.
  private func fill(_ batch: borrowing GlyphBatch, _ face: FaceID, _ style: SVGStyle) {
    guard case .color(var color) = style.fill else {
      if !canvas.isInvisible { fillOutlines(of: batch, face, style) }
      return canvas.showInvisibly {
        canvas.setColor(.black)
        canvas.show(batch, face, fonts, hasText: true)
      }
    }
    color.alpha *= Float(style.fillOpacity)
    canvas.setColor(color)
    canvas.show(batch, face, fonts, hasText: true)
  }

  private func fillOutlines(of batch: borrowing GlyphBatch, _ face: FaceID, _ style: SVGStyle) {
    if case .pattern(let id) = style.fill {
      guard let pattern = painter.drawing.patterns[id] else { return }
      canvas.save()
      canvas.addPath(of: batch, face, fonts)
      canvas.clip()
      transformToElement()
      painter.draw(pattern, box, opacity: style.fillOpacity) {}
      return canvas.restore()
    }
    guard painter.set(style.fill, style.fillOpacity, box, toPart) else { return }
    canvas.addPath(of: batch, face, fonts)
    canvas.fillWithSource()
  }

  private func stroke(_ batch: borrowing GlyphBatch, _ face: FaceID, _ style: SVGStyle) {
    guard style.strokesText, !canvas.isInvisible else { return }
    if case .pattern(let id) = style.stroke {
      guard let pattern = painter.drawing.patterns[id] else { return }
      canvas.addPath(of: batch, face, fonts)
      let toElement = toPart.inverse ?? .identity
      let area = toElement.bounds(of: canvas.pathExtents.enlarged(by: style.strokeReach))
      canvas.clearPath()
      canvas.save()
      transformToElement()
      painter.draw(pattern, box, opacity: style.strokeOpacity, in: area) { canvas in
        canvas.save()
        if toElement != .identity { canvas.transform(toElement) }
        canvas.addPath(of: batch, face, fonts)
        canvas.setColor(.black)
        canvas.strokeWithSource(style.line)
        canvas.restore()
      }
      return canvas.restore()
    }
    guard painter.set(style.stroke, style.strokeOpacity, box, toPart) else { return }
    canvas.addPath(of: batch, face, fonts)
    canvas.strokeWithSource(style.line)
  }

  private func transformToElement() {
    if toPart != .identity { canvas.transform(toPart) }
  }

  // MARK: Decoration lines

  private func draw(_ decoration: SVGDecoration, _ part: SVGTextLayout.Part) {
    guard !canvas.isInvisible, part.width > 0 else { return }
    let size = decoration.style.fontSize
    let thickness = size / 10
    let ascent = part.style.text.font.size > 0 ? part.ascent * size / part.style.text.font.size : part.ascent
    // The baseline of vertical text is in its middle.
    let isCentred = part.style.text.font.orientation != .sideways
    let top =
      switch decoration.line {
      case .underline: part.origin.y + (isCentred ? part.descent : thickness)
      case .overline: part.origin.y - ascent
      case .lineThrough: part.origin.y - (isCentred ? 0 : ascent / 3) - thickness / 2
      }
    let line = Rect(x: part.origin.x, y: top, width: part.width, height: thickness)
    if painter.set(decoration.style.fill, decoration.style.fillOpacity, box, toPart) {
      canvas.add(line)
      canvas.fillWithSource()
    }
    let stroke = decoration.style.line
    if stroke.width > 0, painter.set(decoration.style.stroke, decoration.style.strokeOpacity, box, toPart) {
      canvas.add(line)
      canvas.strokeWithSource(stroke)
    }
  }
}

extension SVGStyle {
  fileprivate var showsText: Bool { isVisible && (!fill.isNone || strokesText) }
}
