import Layout
import Markup

/// Shapes (SVG 2 §10) and the clips that consist of them.
extension SVGReader {
  func addShape(_ node: NodeID, _ kind: SVGElement, _ style: inout SVGStyle) -> Bool {
    guard let path = path(of: node, kind, &style) else { return false }
    guard let path, style.isDisplayed, style.isVisible else { return true }
    guard addReference(style.fill), addReference(style.stroke) else { return false }
    guard !path.segments.isEmpty else { return true }
    guard style.clip != nil else {
      drawing.operations.append(.shape(path, style))
      return true
    }
    guard beginGroup(style) else { return false }
    drawing.operations += [.shape(path, style.inherited), .endGroup(opacity: style.opacity)]
    return true
  }

  /// The outline of a shape. Nil if it is not supported, `.some(nil)` if the shape has no area.
  private func path(of node: NodeID, _ kind: SVGElement, _ style: inout SVGStyle) -> SVGPath?? {
    var numbers = ShapeLengths()
    var path: SVGPath?
    var statedLength: Double?
    // Lengths may depend on the font size, which is set first.
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch (name, kind) {
      case (.d, .path): path = value == "none" ? SVGPath() : SVGPath(data: value)
      case (.points, .polyline), (.points, .polygon):
        path = SVGScanner.numbers(value).map { SVGPath.lines($0, isClosed: kind == .polygon) }
      case (.pathLength, _) where kind.isShape:
        statedLength = Double(value.text)
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
      guard size.width > 0, size.height > 0, rx >= 0, ry >= 0 else {
        return size.width >= 0 && size.height >= 0 ? .some(nil) : nil
      }
      path = .rectangle(
        Rect(x: numbers[.x] ?? 0, y: numbers[.y] ?? 0, width: size.width, height: size.height),
        rx > 0 && ry > 0 ? Size(width: min(rx, size.width / 2), height: min(ry, size.height / 2)) : .zero)
    case .circle, .ellipse:
      // The initial value of the radii of an ellipse is `auto`: one is as long as the other (SVG 2 §10.4).
      let rx = numbers[.rx] ?? numbers[.r] ?? numbers[.ry] ?? 0
      let ry = numbers[.ry] ?? numbers[.r] ?? numbers[.rx] ?? 0
      guard rx > 0, ry > 0 else { return rx >= 0 && ry >= 0 ? .some(nil) : nil }
      path = .ellipse(Point(x: numbers[.cx] ?? 0, y: numbers[.cy] ?? 0), Size(width: rx, height: ry))
    case .line:
      path = .lines([.x1, .y1, .x2, .y2].map { numbers[$0] ?? 0 }, isClosed: false)
    case .path, .polyline, .polygon: path = path ?? SVGPath()
    default: return nil
    }
    if let statedLength, statedLength > 0, let path { style.scaleDashes(to: path, statedLength: statedLength, node) }
    return .some(path)
  }

  /// Counts a gradient, which is written for each shape. Returns false unless it is defined before it is used.
  private func addReference(_ paint: SVGStyle.Paint) -> Bool {
    guard case .gradient(let id) = paint else { return true }
    guard drawing.gradients[id] != nil, let target = elementsByID[id] else { return false }
    return countReference(to: target)
  }

  /// Begins a group with the transform, the clip and the opacity of an element. Returns false if the clip is not
  /// supported.
  func beginGroup(_ style: SVGStyle) -> Bool {
    var clip: SVGDrawing.Clip?
    if let id = style.clip {
      guard let target = elementsByID[id], document.element(target) == .clipPath,
        countReference(to: target), let read = readClip(target)
      else {
        return false
      }
      clip = read
    }
    drawing.operations.append(.beginGroup(transform: style.transform, opacity: style.opacity, clip: clip))
    return true
  }

  /// Reads a `clipPath` with one shape in the coordinates of the element that it clips (css-masking-1 §6).
  private func readClip(_ node: NodeID) -> SVGDrawing.Clip? {
    guard var style = inheritedStyle(of: node) else { return nil }
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      name == .clipPathUnits ? value == "userSpaceOnUse" : nil
    }
    let shapes = document.markup.children(of: node).filter { document.markup[$0].kind == .element }
    guard isSupported, style.transform == .identity, style.clip == nil, shapes.count == 1,
      let kind = document.element(shapes[0]), kind.isShape
    else { return nil }
    style = style.inherited
    guard let path = path(of: shapes[0], kind, &style), let path, style.isDisplayed, style.isVisible,
      style.transform == .identity, style.clip == nil
    else { return nil }
    return SVGDrawing.Clip(path: path, rule: style.clipsEvenOdd ? .evenOdd : .winding)
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

extension SVGElement {
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
