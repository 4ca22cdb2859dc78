import Layout
import Style

/// Shapes and their paints (SVG 2 §13).
extension SVGPainter {
  func draw(_ path: SVGPath, _ style: SVGStyle) {
    guard style.opacity > 0, canvas.canApply(style.transform) else { return }
    // The opacity of a shape with one paint is that of the paint.
    let isSingle = style.fill.isNone || style.stroke.isNone
    let groupOpacity = isSingle ? 1 : style.opacity
    let opacity = isSingle ? style.opacity : 1
    let isPlain = style.transform == .identity && groupOpacity == 1
    if !isPlain { canvas.save() }
    if style.transform != .identity { canvas.transform(style.transform) }
    if groupOpacity < 1 { canvas.beginGroup() }
    paint(path, style, opacity)
    if groupOpacity < 1 { canvas.endGroup(opacity: groupOpacity) }
    if !isPlain { canvas.restore() }
  }

  private func paint(_ path: SVGPath, _ style: SVGStyle, _ opacity: Double) {
    let box = style.usesServer ? path.box : Rect(x: 0, y: 0, width: 0, height: 0)
    if style.strokesFirst {
      stroke(path, style, opacity, box)
      return fill(path, style, opacity, box)
    }
    guard style.paintsTwice, set(style.fill, style.fillOpacity * opacity, box) else {
      fill(path, style, opacity, box)
      return stroke(path, style, opacity, box)
    }
    // Both have one path.
    let path = style.line.cap == .butt ? path : path.withDots
    path.add(to: canvas)
    canvas.fillWithSource(rule: style.fillRule, keepsPath: true)
    if set(style.stroke, style.strokeOpacity * opacity, box) { canvas.strokeWithSource(style.line) }
    canvas.clearPath()
  }

  private func fill(_ path: SVGPath, _ style: SVGStyle, _ opacity: Double, _ box: Rect) {
    if case .pattern(let id) = style.fill {
      guard let pattern = drawing.patterns[id] else { return }
      return draw(pattern, box, opacity: style.fillOpacity * opacity) {
        path.add(to: canvas)
        canvas.clip(rule: style.fillRule)
      }
    }
    guard set(style.fill, style.fillOpacity * opacity, box) else { return }
    path.add(to: canvas)
    canvas.fillWithSource(rule: style.fillRule)
  }

  private func stroke(_ path: SVGPath, _ style: SVGStyle, _ opacity: Double, _ box: Rect) {
    guard style.line.width > 0 else { return }
    if case .pattern(let id) = style.stroke {
      guard let pattern = drawing.patterns[id] else { return }
      let area = style.strokesOnRoot ? canvas.visibleBox : path.box.enlarged(by: style.strokeReach)
      return draw(pattern, box, opacity: style.strokeOpacity * opacity, in: area) {
        part(on: $0, .identity).stroke(path, style.withSolidStroke, 1, box)
      }
    }
    let path = style.line.cap == .butt ? path : path.withDots
    let toRoot = toRoot.concatenating(style.transform)
    if style.strokesOnRoot, let inverse = toRoot.inverse, canvas.canApply(inverse) {
      // The line is as wide as in the coordinates of the root (SVG 2 §8.13).
      canvas.save()
      canvas.transform(inverse)
      let path = path.transformed(by: toRoot)
      if set(style.stroke, style.strokeOpacity * opacity, path.box) {
        path.add(to: canvas)
        canvas.strokeWithSource(style.line)
      }
      return canvas.restore()
    }
    guard set(style.stroke, style.strokeOpacity * opacity, box) else { return }
    path.add(to: canvas)
    canvas.strokeWithSource(style.line)
  }

  /// Sets the source of the canvas. Returns false if nothing is painted.
  /// - Parameter transform: from the coordinates of the paint to those of the canvas.
  func set(
    _ paint: SVGStyle.Paint, _ opacity: Double, _ box: Rect, _ transform: AffineTransform = .identity
  ) -> Bool {
    switch paint {
    case .none, .reference, .pattern, .contextFill, .contextStroke: return false
    case .color(var color):
      color.alpha *= Float(opacity)
      guard color.alpha > 0 else { return false }
      canvas.setColor(color)
      return true
    case .gradient(let id, let fallback):
      if drawing.gradients[id]?.set(on: canvas, opacity: opacity, box: box, transform) == true { return true }
      guard let fallback, box.width <= 0 || box.height <= 0 else { return false }
      return set(.color(fallback), opacity, box)
    }
  }

  // MARK: Patterns

  /// Fills the clip with a pattern.
  /// - Parameter area: that of the clip; nil if it is in the box.
  func draw(_ pattern: SVGPattern, _ box: Rect, opacity: Double, in area: Rect? = nil, clip: () -> Void) {
    let tile = pattern.tile.area(in: box)
    guard opacity > 0, tile.width > 0, tile.height > 0, canvas.canApply(pattern.transform),
      let inverse = pattern.transform.inverse
    else { return }
    canvas.save()
    clip()
    if opacity < 1 { canvas.beginGroup() }
    canvas.transform(pattern.transform)
    fill(
      (area ?? box).bounds(after: inverse).intersection(canvas.visibleBox), pattern, tile,
      pattern.content(box, in: tile))
    if opacity < 1 { canvas.endGroup(opacity: opacity) }
    canvas.restore()
  }

  /// Draws a pattern where `draw` paints.
  /// - Parameter area: that of everything that `draw` paints.
  func draw(_ pattern: SVGPattern, _ box: Rect, opacity: Double, in area: Rect, through draw: (any Canvas) -> Void) {
    guard layers.take(3, on: canvas) else { return }
    canvas.save()
    canvas.add(area)
    canvas.clip()
    canvas.beginGroup()
    self.draw(pattern, box, opacity: opacity, in: area) {}
    canvas.endGroup(maskIsLuminance: false, draw: draw)
    canvas.restore()
  }

  /// The most tiles that a pattern is made of.
  private static let mostTiles = 1e6
  /// The longest side of a tile that the output repeats as a pattern, in units of the output.
  private static let longestSide = 8192.0

  /// The width by which adjoining tiles overlap, px.
  private static let overlap = 0.5
  private static let neighbours: [(row: Double, column: Double)] = [-1, 0, 1].flatMap { row in
    [-1, 0, 1].map { (row, $0) }
  }

  /// The numbers of the tiles in a range; nil if they are not finite.
  private static func tiles(from start: Double, to end: Double, length: Double) -> ClosedRange<Double>? {
    let (first, last) = ((start / length).rounded(.down), (end / length).rounded(.down))
    return abs(first) < 1e12 && abs(last) < 1e12 && first <= last ? first...last : nil
  }

  /// - Parameter content: the transform of the content in a tile at the origin.
  private func fill(_ area: Rect, _ pattern: SVGPattern, _ tile: Rect, _ content: AffineTransform) {
    guard area.width > 0, area.height > 0 else { return }
    func draw(_ cell: Rect, _ canvas: any Canvas, overlap: Double = 0) {
      canvas.save()
      canvas.add(cell.inset(by: Sides(-overlap)))
      canvas.clip()
      let own = AffineTransform.translation(cell.x, cell.y).concatenating(content)
      if canvas.canApply(own) {
        canvas.transform(own)
        let painter = part(on: canvas, pattern.transform.concatenating(own))
        painter.isInPattern = true
        painter.draw(pattern.operations)
      }
      canvas.restore()
    }
    guard let columns = Self.tiles(from: area.x - tile.x, to: area.maxX - tile.x, length: tile.width),
      let rows = Self.tiles(from: area.y - tile.y, to: area.maxY - tile.y, length: tile.height)
    else { return }
    let count = (columns.upperBound - columns.lowerBound + 1) * (rows.upperBound - rows.lowerBound + 1)
    // In a pattern, the content of a tile would be repeated by each pattern around it.
    if count <= (isInPattern ? 1 : 4) {
      for row in stride(from: rows.lowerBound, through: rows.upperBound, by: 1) {
        for column in stride(from: columns.lowerBound, through: columns.upperBound, by: 1) {
          let (x, y) = (tile.x + column * tile.width, tile.y + row * tile.height)
          draw(Rect(x: x, y: y, width: tile.width, height: tile.height), canvas)
        }
      }
    } else if count <= Self.mostTiles, max(tile.width, tile.height) * canvas.greatestScale <= Self.longestSide {
      let step = Size(width: tile.width, height: tile.height)
      guard canvas.isVector, pattern.isSimple else {
        return canvas.fill(area, tile: tile, step: step) { draw($0, $1) }
      }
      // Readers leave seams between tiles, so that each shows the edges of those around it.
      let overlap = min(Self.overlap, tile.width / 4, tile.height / 4)
      canvas.fill(area, tile: tile.inset(by: Sides(-overlap)), step: step) { cell, canvas in
        for (row, column) in Self.neighbours {
          let (x, y) = (cell.x + overlap + column * tile.width, cell.y + overlap + row * tile.height)
          draw(Rect(x: x, y: y, width: tile.width, height: tile.height), canvas, overlap: overlap)
        }
      }
    }
  }
}

extension Rect {
  /// The box around the rectangle after a transform.
  fileprivate func bounds(after transform: AffineTransform) -> Rect {
    var box = PathBox()
    for (x, y) in [(x, y), (maxX, y), (x, maxY), (maxX, maxY)] {
      box.add(transform.applied(to: Point(x: x, y: y)))
    }
    return box.rect
  }
}

extension SVGStyle.Paint {
  var isNone: Bool { if case .none = self { true } else { false } }

  /// Whether it is a gradient or a pattern, which may depend on the box around the shape.
  var isServer: Bool {
    switch self {
    case .gradient, .pattern: true
    default: false
    }
  }
}

extension SVGStyle {
  fileprivate var fillRule: FillRule { isEvenOdd ? .evenOdd : .winding }
  fileprivate var paintsTwice: Bool {
    if case .pattern = stroke { return false }
    return !fill.isNone && !stroke.isNone && line.width > 0 && !strokesOnRoot
  }

  /// The style with a stroke in one colour.
  var withSolidStroke: SVGStyle {
    var style = self
    (style.stroke, style.strokeOpacity) = (.color(.black), 1)
    return style
  }

  /// How far the stroke extends beyond the line, px.
  var strokeReach: Double {
    guard !stroke.isNone else { return 0 }
    // The ends of square lines extend to their corners.
    return line.width / 2 * (line.join == .miter ? max(line.miterLimit, 1.5) : 1.5)
  }
}
