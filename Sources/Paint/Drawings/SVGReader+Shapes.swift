import Layout
import Markup
import Style

/// Shapes (SVG 2 §10) and the clips that consist of them.
extension SVGReader {
  func addShape(_ node: NodeID, _ kind: SVGElement, _ style: inout SVGStyle) -> Bool {
    guard let path = path(of: node, kind, &style) else { return false }
    guard let path, style.isDisplayed, style.isVisible || !isClip else { return true }
    // What is hidden is part of the boxes around groups.
    if !style.isVisible { style.hide() }
    if isClip { style.showAsClip() }
    guard style.replacePaints(resolved) else { return false }
    guard !path.segments.isEmpty else { return true }
    if let origin = style.effects.origin {
      style.transform = transform(style.transform, around: origin, of: path, style)
      style.effects.origin = nil
    }
    let hasMarkers = kind.hasMarkers && style.hasEffects && !style.effects.markers.isEmpty && !isClip
    guard hasMarkers || style.needsGroup(beyondTransform: true) else {
      drawing.operations.append(.shape(path, style))
      return true
    }
    return addGroup(style) {
      var own = style.inherited
      own.strokesOnRoot = style.strokesOnRoot
      drawing.operations.append(.shape(path, own))
      return !hasMarkers || addMarkers(to: path, style)
    }
  }

  private func transform(
    _ transform: AffineTransform, around origin: SVGOrigin, of path: SVGPath, _ style: SVGStyle
  ) -> AffineTransform {
    switch origin.box {
    case .view: self.transform(transform, around: origin)
    case .fill: origin.transform(transform, in: path.box)
    case .stroke:
      origin.transform(transform, in: style.stroke.isNone ? path.box : path.box.enlarged(by: style.line.width / 2))
    }
  }

  /// The outline of a shape. Returns nil if it is not supported, `.some(nil)` if the shape has no area.
  func path(of node: NodeID, _ kind: SVGElement, _ style: inout SVGStyle) -> SVGPath?? {
    var numbers = ShapeLengths()
    var path: SVGPath?
    var statedLength: Double?
    // Lengths may depend on the font size, which is set first.
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch (name, kind) {
      case (.d, .path): path = Self.path(value, over: path)
      case (.points, .polyline), (.points, .polygon):
        path = SVGPath(points: value, isClosed: kind == .polygon)
      case (.pathLength, _) where kind.isShape:
        statedLength = value.number
        return true
      default: return kind.hasLength(name) ? numbers.add(name, value) : nil
      }
      return path != nil
    }
    guard isSupported, numbers.resolve({ length($1, of: $0, style) }) else { return nil }
    switch kind {
    case .rect:
      let size = Size(width: numbers[.width] ?? 0, height: numbers[.height] ?? 0)
      let rx = numbers[.rx] ?? numbers[.ry] ?? 0
      let ry = numbers[.ry] ?? rx
      guard size.width > 0, size.height > 0, rx >= 0, ry >= 0 else { return .some(nil) }
      path = .rectangle(
        Rect(x: numbers[.x] ?? 0, y: numbers[.y] ?? 0, width: size.width, height: size.height),
        rx > 0 && ry > 0 ? Size(width: min(rx, size.width / 2), height: min(ry, size.height / 2)) : .zero)
    case .circle, .ellipse:
      // The initial value of the radii of an ellipse is `auto`: one is as long as the other (SVG 2 §10.4).
      let rx = numbers[.rx] ?? numbers[.r] ?? numbers[.ry] ?? 0
      let ry = numbers[.ry] ?? numbers[.r] ?? numbers[.rx] ?? 0
      guard rx > 0, ry > 0 else { return .some(nil) }
      path = .ellipse(Point(x: numbers[.cx] ?? 0, y: numbers[.cy] ?? 0), Size(width: rx, height: ry))
    case .line:
      path = .lines([.x1, .y1, .x2, .y2].map { numbers[$0] ?? 0 }, isClosed: false)
    case .path, .polyline, .polygon: path = path ?? SVGPath()
    default: return nil
    }
    if let statedLength, statedLength > 0, let path { style.scaleDashes(to: path, statedLength: statedLength, node) }
    return .some(path)
  }

  /// A `d` attribute, or a property of a style (SVG 2 §9.3.2), which has no effect if it is not valid.
  private static func path(_ value: SVGValue, over attribute: SVGPath?) -> SVGPath? {
    if value == "none" { return SVGPath() }
    guard value.hasPrefix("path(") else { return attribute ?? path(value) }
    let data = value.dropping(first: 5, last: 1).withoutQuotes
    return value.hasSuffix(UInt8(ascii: ")")) ? SVGPath(data: data) ?? attribute ?? SVGPath() : attribute ?? SVGPath()
  }

  /// Path data, up to the first error (SVG 2 §9.5.4). Returns nil if they are too long.
  private static func path(_ value: SVGValue) -> SVGPath? {
    SVGPath(data: value) ?? (value.range.count < 1 << 18 ? SVGPath(beginningOf: value) : nil)
  }
}

extension SVGStyle {
  /// Dashes are in units of which a path has the stated number (SVG 2 §9.6.1).
  fileprivate mutating func scaleDashes(to path: SVGPath, statedLength: Double, _ node: NodeID) {
    guard !line.dashes.isEmpty, let length = SVGTextPath(path, of: node)?.length, length > 0 else { return }
    let scale = length / statedLength
    line.dashes = line.dashes.map { $0 * scale }
    line.dashOffset *= scale
    // What is so short or so long cannot be told from a line without dashes.
    if !line.dashes.allSatisfy({ $0 < 1e6 }) || line.dashes.reduce(0, +) < 1e-3 { line.dashes = [] }
  }
}

/// The lengths of a shape by their attributes.
private struct ShapeLengths {
  private var entries: [(name: SVGAttribute, value: SVGValue, number: Double)] = []

  subscript(name: SVGAttribute) -> Double? { entries.last { $0.name == name }?.number }

  mutating func add(_ name: SVGAttribute, _ value: SVGValue) -> Bool {
    if value == "auto" { return true }
    entries.append((name, value, 0))
    return true
  }

  /// Computes the numbers. Returns false if one is not valid.
  mutating func resolve(_ length: (SVGAttribute, SVGValue) -> Double?) -> Bool {
    for index in entries.indices {
      guard let number = length(entries[index].name, entries[index].value) else { return false }
      entries[index].number = number
    }
    return true
  }
}

extension SVGStyle {
  /// Nothing is painted.
  fileprivate mutating func hide() {
    (fill, stroke) = (.none, .none)
    if hasEffects { effects.markers = SVGMarkerNames() }
  }

  /// Shapes of clips are drawn in one colour.
  mutating func showAsClip() {
    (fill, fillOpacity, opacity, stroke) = (.color(.black), 1, 1, .none)
    isEvenOdd = clipsEvenOdd
    if hasEffects { (effects.blend, effects.mask) = (nil, nil) }
  }
}

extension Rect {
  func enlarged(by distance: Double) -> Rect {
    inset(by: Sides(-distance))
  }
}

extension SVGElement {
  fileprivate var hasMarkers: Bool {
    switch self {
    case .path, .line, .polyline, .polygon: true
    default: false
    }
  }

  var isShape: Bool {
    switch self {
    case .rect, .circle, .ellipse, .line, .polyline, .polygon, .path: true
    default: false
    }
  }

  /// Whether an attribute of a shape is a length.
  fileprivate func hasLength(_ name: SVGAttribute) -> Bool {
    switch (self, name) {
    case (.rect, .x), (.rect, .y), (.rect, .width), (.rect, .height), (.rect, .rx), (.rect, .ry), (.circle, .cx),
      (.circle, .cy), (.circle, .r), (.ellipse, .cx), (.ellipse, .cy), (.ellipse, .rx), (.ellipse, .ry), (.line, .x1),
      (.line, .y1), (.line, .x2), (.line, .y2):
      true
    default: false
    }
  }
}
