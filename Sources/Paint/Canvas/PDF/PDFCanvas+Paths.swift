import Layout
import PDF
import Style

extension PDFCanvas {
  // MARK: Paths

  func add(_ rect: Rect) {
    let (x, y, width, height) = (bounded(rect.x), bounded(rect.y), bounded(rect.width), bounded(rect.height))
    pathBox.add(Point(x: x, y: y))
    pathBox.add(Point(x: x + width, y: y + height))
    // Readers paint a rectangle without an area as a thin line (10.6.5).
    guard !isFlat(width), !isFlat(height) else { return }
    for value in [x, y, width, height] { path.append(value, decimals: state.decimals) }
    path.append("re\n")
  }

  /// Whether a width or height is written as 0.
  private func isFlat(_ length: Double) -> Bool { ContentStream.rounded(length, decimals: state.decimals) == 0 }

  func move(to point: Point) { subpathStart = point }

  private func beginSubpath() {
    guard let start = subpathStart else { return }
    subpathStart = nil
    append(start)
    path.append("m\n")
  }

  func line(to point: Point) {
    beginSubpath()
    // A path without a beginning begins here.
    guard !path.isEmpty else { return move(to: point) }
    append(point)
    path.append("l\n")
  }

  func curve(_ control1: Point, _ control2: Point, to end: Point) {
    if path.isEmpty, subpathStart == nil { move(to: control1) }
    beginSubpath()
    let points = [control1, control2, end].map { Point(x: bounded($0.x), y: bounded($0.y)) }
    pathBox.add(points[0], points[1], points[2])
    for point in points {
      path.append(point.x, decimals: state.decimals)
      path.append(point.y, decimals: state.decimals)
    }
    path.append("c\n")
  }

  private func append(_ point: Point) {
    let point = Point(x: bounded(point.x), y: bounded(point.y))
    pathBox.add(point)
    path.append(point.x, decimals: state.decimals)
    path.append(point.y, decimals: state.decimals)
  }

  func closePath() {
    beginSubpath()
    if !path.isEmpty { path.append("h\n") }
  }

  func clearPath() {
    path.removeAll()
    subpathStart = nil
    pathBox = PathBox()
  }

  var pathExtents: Rect { pathBox.rect }

  /// Whether a part of the path may be visible.
  /// - Parameter margin: px around the path that are painted too.
  private func isVisible(margin: Double = 0) -> Bool {
    guard !path.isEmpty, !isClippedOut, !isInvisible else { return false }
    let rect = pathBox.rect.inset(by: Sides(-margin))
    let box = state.matrix.box(of: rect)
    return box.x < state.clip.maxX && box.maxX > state.clip.x && box.y < state.clip.maxY && box.maxY > state.clip.y
  }

  func clip(rule: FillRule) {
    endText()
    defer { clearPath() }
    state.clip = state.clip.intersection(state.matrix.box(of: pathBox.rect))
    if path.isEmpty {
      // An empty path leaves nothing.
      stream.append("0 0 0 0 re W n\n")
    } else {
      stream.append(path)
      stream.append(rule == .winding ? "W n\n" : "W* n\n")
    }
  }

  // MARK: Fills

  func setColor(_ color: Color) { state.source = .color(showsLuminance ? color.greyOfLuminance : color) }

  func setGradient(_ gradient: Gradient) {
    var gradient = gradient
    if showsLuminance {
      for index in gradient.stops.indices { gradient.stops[index].color = gradient.stops[index].color.greyOfLuminance }
    }
    state.source = .gradient(gradient)
  }

  func fillWithSource(rule: FillRule, keepsPath: Bool) {
    defer { if !keepsPath { clearPath() } }
    guard isVisible(), !isFlat(pathBox.rect.width), !isFlat(pathBox.rect.height) else { return }
    let operators: StaticString = rule == .winding ? "f\n" : "f*\n"
    switch state.source {
    case .color(let color):
      guard color.alpha > 0 else { return }
      beginPainting()
      setFill(color)
      stream.append(path)
      stream.append(operators)
    case .gradient(let gradient):
      beginPainting()
      if fillShared(gradient, rule: rule) { return }
      paint(gradient, isStroke: false, margin: 0) {
        stream.append(path)
        stream.append(operators)
      }
    }
  }

  /// Makes a colour that of fills and text.
  func setFill(_ color: Color) {
    setGraphics(opacity: Double(color.alpha))
    setIntent(of: color)
    let opaque = color.with(alpha: 1)
    guard state.fill != opaque else { return }
    state.fill = opaque
    write(opaque, isStroke: false)
  }

  func setStroke(_ color: Color) {
    setGraphics(opacity: Double(color.alpha))
    setIntent(of: color)
    let opaque = color.with(alpha: 1)
    guard state.stroke != opaque else { return }
    state.stroke = opaque
    write(opaque, isStroke: true)
  }

  // MARK: Strokes

  func strokeWithSource(_ stroke: Stroke) {
    defer { clearPath() }
    let reach = stroke.width / 2 * (stroke.join == .miter ? max(stroke.miterLimit, 1.5) : 1.5)
    guard stroke.width > 0, stroke.width.isFinite, isVisible(margin: min(reach, 1e6)) else { return }
    switch state.source {
    case .color(let color):
      guard color.alpha > 0 else { return }
      beginPainting()
      setStroke(color)
      setLine(stroke)
      stream.append(path)
      stream.append("S\n")
    case .gradient(let gradient):
      beginPainting()
      paint(gradient, isStroke: true, margin: min(reach, 1e6)) {
        setLine(stroke)
        stream.append(path)
        stream.append("S\n")
      }
    }
  }

  private func setLine(_ line: Stroke) {
    let old = state.line
    guard old != line else { return }
    state.line = line
    if old?.width != line.width {
      stream.append(bounded(line.width), decimals: state.decimals + 1)
      stream.append("w\n")
    }
    if old?.cap != line.cap {
      stream.append(line.cap == .butt ? "0 J\n" : line.cap == .round ? "1 J\n" : "2 J\n")
    }
    if old?.join != line.join {
      stream.append(line.join == .miter ? "0 j\n" : line.join == .round ? "1 j\n" : "2 j\n")
    }
    if old?.miterLimit != line.miterLimit {
      stream.append(max(1, line.miterLimit))
      stream.append("M\n")
    }
    if old?.dashes != line.dashes || old?.dashOffset != line.dashOffset { setDashes(line) }
  }

  private func setDashes(_ line: Stroke) {
    // Readers refuse a pattern of zeros.
    let isDashed = line.dashes.contains { $0 > 0 } && line.dashes.allSatisfy { $0 >= 0 && $0.isFinite }
    stream.append("[")
    if isDashed { for dash in line.dashes { stream.append(bounded(dash), decimals: state.decimals + 1) } }
    stream.append("]")
    stream.append(isDashed ? bounded(line.dashOffset) : 0, decimals: state.decimals + 1)
    stream.append("d\n")
  }

  // MARK: Tiles

  /// A tiling pattern (8.7.3), whose matrix refers to the space of the content stream.
  func fill(_ area: Rect, tile: Rect, step: Size, draw: (Rect, any Canvas) -> Void) {
    add(area)
    defer { clearPath() }
    guard isVisible(), step.width > 0, step.height > 0 else { return }
    let own = Rect(x: 0, y: 0, width: tile.width, height: tile.height)
    let cell = PDFCanvas(partOf: self, matrix: .identity, clip: own)
    cell.state = cell.state.initial
    cell.state.decimals = state.decimals
    draw(own, cell)
    cell.endText()
    guard !cell.stream.isEmpty else { return }
    if cell.hasTransparency { hasTransparency = true }
    let number = drawing.addPattern(
      cell.stream, cell.resources, box: own.pdf, stepX: step.width, stepY: step.height,
      matrix: state.matrix.concatenating(.translation(tile.x, tile.y)).pdf)
    beginPainting()
    setGraphics(opacity: 1)
    use(pattern: number, isStroke: false)
    stream.append(path)
    stream.append("f\n")
  }

  /// Makes a pattern the colour of fills or strokes.
  func use(pattern number: Int, isStroke: Bool) {
    setDefaultIntent()
    resources.add(.pattern, number)
    stream.append(isStroke ? "/Pattern CS " : "/Pattern cs ")
    stream.append(.pattern, number)
    stream.append(isStroke ? " SCN\n" : " scn\n")
    if isStroke { state.stroke = nil } else { state.fill = nil }
  }
}
