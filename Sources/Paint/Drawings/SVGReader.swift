import Layout
import Markup

/// Reads the elements of an SVG image.
final class SVGReader {
  private(set) var drawing = SVGDrawing()
  private let document: SVGDocument
  private let root: NodeID
  /// Whether the root is a box of an HTML document: its `style` attribute and its size apply to the box.
  private let isBox: Bool
  private var elements = 0
  /// Elements by their identifiers, for `use`.
  private lazy var elementsByID = document.identifiers(in: root)

  /// Limits of one drawing; larger ones are left to librsvg.
  private static let maximumElements = 100_000
  static let maximumBytes = 4 << 20
  static let maximumDepth = 64

  init(_ document: SVGDocument, _ root: NodeID, isBox: Bool = false) {
    (self.document, self.root, self.isBox) = (document, root, isBox)
  }

  /// Reads everything into `drawing`.
  /// - Parameter initial: the style that the root inherits.
  /// - Returns: false if anything is not supported.
  func read(_ initial: SVGStyle) -> Bool {
    // The style sheet of a file applies to all elements. That of a document is part of `SVGDocument.declarations`.
    guard document.markup[root].namespace == .svg, document.element(root) == .svg,
      isBox || !document.nodes(in: root).contains(where: { document.element($0) == .style })
    else { return false }
    var style = initial
    let isSupported = document.setProperties(of: root, in: &style, isBox: isBox) { name, value in
      switch name {
      case .viewBox:
        guard let numbers = SVGScanner.numbers(value), numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
          return false
        }
        drawing.viewBox = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return true
      case .preserveAspectRatio:
        guard let value = SVGAlignment(value.text) else { return false }
        drawing.alignment = value
        return true
      // The image's size is known to its user; the outermost element is always clipped.
      case .width, .height, .overflow: return true
      case .x, .y: return isBox ? true : nil
      default: return nil
      }
    }
    return isSupported && addContent(of: root, style, depth: 0)
  }

  /// Adds the children of a container. Returns false if anything is not supported.
  private func addContent(of node: NodeID, _ style: SVGStyle, depth: Int) -> Bool {
    let isGroup = style.opacity < 1 || style.transform != .identity
    guard style.isDisplayed else { return true }
    if isGroup { drawing.operations.append(.beginGroup(transform: style.transform, opacity: style.opacity)) }
    for child in document.markup.children(of: node) {
      if document.markup[child].kind == .element, !add(child, style.inherited, depth: depth) { return false }
    }
    if isGroup { drawing.operations.append(.endGroup(opacity: style.opacity)) }
    return true
  }

  private func add(_ node: NodeID, _ inherited: SVGStyle, depth: Int) -> Bool {
    // An element that is used several times is counted each time.
    elements += 1
    guard document.markup[node].namespace == .svg, depth < Self.maximumDepth, elements <= Self.maximumElements else {
      return false
    }
    var style = inherited
    switch document.element(node) {
    case .title, .desc, .metadata: return true
    case .style: return isBox
    case .g, .a:
      return document.setProperties(
        of: node, in: &style, own: { name, _ in [.target, .href, .linkedHref].contains(name) ? true : nil })
        && addContent(of: node, style, depth: depth + 1)
    case .use: return addUse(of: node, style, depth: depth)
    case .defs: return addDefinitions(node)
    case .linearGradient, .radialGradient: return addGradient(node)
    case .text:
      guard let text = SVGText(document, node, style) else { return false }
      drawing.operations.append(.text(text))
      return true
    case let kind?: return addShape(node, kind, &style)
    case nil: return false
    }
  }

  /// Adds the element to which a `use` element refers (SVG 2 §5.5).
  private func addUse(of node: NodeID, _ inherited: SVGStyle, depth: Int) -> Bool {
    var style = inherited
    var target: NodeID?
    var lengths: [(name: SVGAttribute, value: SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .href, .linkedHref:
        target = value.hasPrefix("#") ? elementsByID[value.dropping(first: 1, last: 0).text] : nil
      case .x, .y: lengths.append((name, value))
      default: return nil
      }
      return true
    }
    guard isSupported, let target, let kind = document.element(target),
      kind == .g || kind == .text || kind == .use || kind.isShape
    else { return false }
    for (name, value) in lengths {
      guard let number = length(value, of: name, style) else { return false }
      style.transform = style.transform.concatenating(.translation(name == .x ? number : 0, name == .y ? number : 0))
    }
    guard style.isDisplayed else { return true }
    drawing.operations.append(.beginGroup(transform: style.transform, opacity: style.opacity))
    guard add(target, style.inherited, depth: depth + 1) else { return false }
    drawing.operations.append(.endGroup(opacity: style.opacity))
    return true
  }

  /// Definitions have no effect except where they are used.
  private func addDefinitions(_ node: NodeID) -> Bool {
    document.markup.children(of: node).allSatisfy { child in
      switch document.element(child) {
      case .linearGradient, .radialGradient: addGradient(child)
      default: true
      }
    }
  }

  private func addGradient(_ node: NodeID) -> Bool {
    guard let id = document.markup.attribute(node, .id) else { return true }
    // One that is not supported is missing when it is used.
    if drawing.gradients[id] == nil { drawing.gradients[id] = SVGGradient(document, node) }
    return true
  }

  private func addShape(_ node: NodeID, _ kind: SVGElement, _ style: inout SVGStyle) -> Bool {
    var numbers = ShapeLengths()
    var path: SVGPath?
    // Lengths may depend on the font size, which is set first.
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch (name, kind) {
      case (.d, .path): path = value == "none" ? SVGPath() : SVGPath(data: value)
      case (.points, .polyline), (.points, .polygon):
        path = SVGScanner.numbers(value).map { SVGPath.lines($0, isClosed: kind == .polygon) }
      default: return kind.hasLength(name) ? numbers.add(name, value) : nil
      }
      return path != nil
    }
    guard isSupported, numbers.resolve({ length($1, of: $0, style) }) else { return false }
    switch kind {
    case .rect:
      let size = Size(width: numbers[.width] ?? 0, height: numbers[.height] ?? 0)
      let rx = numbers[.rx] ?? numbers[.ry] ?? 0
      let ry = numbers[.ry] ?? rx
      guard size.width > 0, size.height > 0, rx >= 0, ry >= 0 else { return size.width >= 0 && size.height >= 0 }
      path = .rectangle(
        Rect(x: numbers[.x] ?? 0, y: numbers[.y] ?? 0, width: size.width, height: size.height),
        Size(width: min(rx, size.width / 2), height: min(ry, size.height / 2)))
    case .circle, .ellipse:
      let rx = numbers[.rx] ?? numbers[.r] ?? 0
      let ry = numbers[.ry] ?? numbers[.r] ?? 0
      guard rx > 0, ry > 0 else { return rx >= 0 && ry >= 0 }
      path = .ellipse(Point(x: numbers[.cx] ?? 0, y: numbers[.cy] ?? 0), Size(width: rx, height: ry))
    case .line:
      path = .lines([.x1, .y1, .x2, .y2].map { numbers[$0] ?? 0 }, isClosed: false)
    case .path, .polyline, .polygon: path = path ?? SVGPath()
    default: return false
    }
    guard let path, style.isDisplayed, style.isVisible else { return true }
    guard isKnown(style.fill), isKnown(style.stroke) else { return false }
    if !path.segments.isEmpty { drawing.operations.append(.shape(path, style)) }
    return true
  }

  /// Gradients must be defined before they are used.
  private func isKnown(_ paint: SVGStyle.Paint) -> Bool {
    if case .gradient(let id) = paint { return drawing.gradients[id] != nil }
    return true
  }

  /// A length; a percentage refers to the view box (SVG 2 §8.9).
  private func length(_ value: SVGValue, of name: SVGAttribute, _ style: SVGStyle) -> Double? {
    guard value.hasSuffix(UInt8(ascii: "%")) else { return style.length(value) }
    guard let viewBox = drawing.viewBox, let number = Double(value.dropping(first: 0, last: 1).text), abs(number) <= 1e6
    else {
      return nil
    }
    switch name {
    case .x, .width, .cx, .rx, .x1, .x2: return number / 100 * viewBox.width
    case .y, .height, .cy, .ry, .y1, .y2: return number / 100 * viewBox.height
    default: return nil
    }
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
  fileprivate var isShape: Bool {
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
