import Layout
import Markup
import Style

/// An SVG image that consists of shapes, text and gradients, as charts do, drawn by the operations of this module.
///
/// librsvg draws all other images; it takes much longer to read an image and to lay out its text. A file is read here only if
/// everything in it is supported, so that no image loses anything.
final class SVGDrawing {
  enum Operation {
    case beginGroup(transform: AffineTransform, opacity: Double)
    case endGroup(opacity: Double)
    case shape(SVGPath, SVGStyle)
    case text(SVGText)
  }

  private(set) var operations: [Operation] = []
  private(set) var gradients: [String: SVGGradient] = [:]
  private(set) var viewBox: Rect?
  private(set) var alignment = SVGAlignment()
  private var elements = 0

  /// Limits of one drawing; larger ones are left to librsvg.
  private static let maximumElements = 100_000
  private static let maximumBytes = 4 << 20
  private static let maximumDepth = 64

  /// Nil if the file is not well-formed or has anything that is not supported.
  init?(_ file: [UInt8]) {
    var limits = Document.Limits()
    limits.bytes = Self.maximumBytes
    limits.depth = Self.maximumDepth
    guard let document = try? Document.parse(xml: file, limits: limits) else { return nil }
    let root = document.documentElement
    guard !root.isNone, document[root].namespace == .svg, document.name(root) == "svg",
      !document.nodes.indices.contains(where: { document.isStyleSheet(NodeID(UInt32($0))) })
    else { return nil }
    var style = SVGStyle()
    let isSupported = document.setProperties(of: root, in: &style) { name, value in
      switch name {
      case "viewBox":
        guard let numbers = SVGScanner.numbers(value), numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
          return false
        }
        viewBox = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return true
      case "preserveAspectRatio":
        guard let value = SVGAlignment(value) else { return false }
        alignment = value
        return true
      // The image's size is known to its user; the outermost element is always clipped.
      case "width", "height", "overflow": return true
      default: return nil
      }
    }
    guard isSupported, addContent(of: root, document, style, depth: 0) else { return nil }
  }

  // MARK: Reading

  /// Adds the children of a container. Returns false if anything is not supported.
  private func addContent(of node: NodeID, _ document: Document, _ style: SVGStyle, depth: Int) -> Bool {
    let isGroup = style.opacity < 1 || style.transform != .identity
    guard style.isDisplayed else { return true }
    if isGroup { operations.append(.beginGroup(transform: style.transform, opacity: style.opacity)) }
    for child in document.children(of: node) {
      if document[child].kind == .element, !add(child, document, style.inherited, depth: depth) { return false }
    }
    if isGroup { operations.append(.endGroup(opacity: style.opacity)) }
    return true
  }

  private func add(_ node: NodeID, _ document: Document, _ inherited: SVGStyle, depth: Int) -> Bool {
    // An element that is used several times is counted each time.
    elements += 1
    guard document[node].namespace == .svg, depth < Self.maximumDepth, elements <= Self.maximumElements else {
      return false
    }
    var style = inherited
    switch document.name(node) {
    case "title", "desc", "metadata": return true
    case "g", "a":
      return document.setProperties(
        of: node, in: &style, own: { name, _ in name == "target" || name.hasSuffix("href") ? true : nil })
        && addContent(of: node, document, style, depth: depth + 1)
    case "use": return addUse(of: node, document, style, depth: depth)
    case "defs": return addDefinitions(node, document)
    case "linearGradient", "radialGradient": return addGradient(node, document)
    case "text":
      guard let text = SVGText(document, node, style) else { return false }
      operations.append(.text(text))
      return true
    default: return addShape(node, document, &style)
    }
  }

  /// Adds the element to which a `use` element refers (SVG 2 §5.5).
  private func addUse(of node: NodeID, _ document: Document, _ inherited: SVGStyle, depth: Int) -> Bool {
    var style = inherited
    var target: NodeID?
    var lengths: [(name: String, value: String)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case "href", "xlink:href": target = value.hasPrefix("#") ? document.element(id: String(value.dropFirst())) : nil
      case "x", "y": lengths.append((name, value))
      default: return nil
      }
      return true
    }
    guard isSupported, let target else { return false }
    let kind = document.name(target)
    guard ["g", "text", "use"].contains(kind) || Self.shapeLengths[kind] != nil else { return false }
    for (name, value) in lengths {
      guard let number = length(value, of: name, style) else { return false }
      style.transform = style.transform.concatenating(.translation(name == "x" ? number : 0, name == "y" ? number : 0))
    }
    guard style.isDisplayed else { return true }
    operations.append(.beginGroup(transform: style.transform, opacity: style.opacity))
    guard add(target, document, style.inherited, depth: depth + 1) else { return false }
    operations.append(.endGroup(opacity: style.opacity))
    return true
  }

  /// The attributes of each shape that are lengths.
  private static let shapeLengths: [String: [String]] = [
    "rect": ["x", "y", "width", "height", "rx", "ry"], "circle": ["cx", "cy", "r"],
    "ellipse": ["cx", "cy", "rx", "ry"], "line": ["x1", "y1", "x2", "y2"], "polyline": [], "polygon": [], "path": [],
  ]

  /// Definitions have no effect except where they are used.
  private func addDefinitions(_ node: NodeID, _ document: Document) -> Bool {
    document.children(of: node).allSatisfy { child in
      guard document[child].kind == .element else { return true }
      let isGradient = ["linearGradient", "radialGradient"].contains(document.name(child))
      return !isGradient || addGradient(child, document)
    }
  }

  private func addGradient(_ node: NodeID, _ document: Document) -> Bool {
    guard let id = document.attribute(node, "id") else { return true }
    // One that is not supported is missing when it is used.
    if gradients[id] == nil { gradients[id] = SVGGradient(document, node) }
    return true
  }

  private func addShape(_ node: NodeID, _ document: Document, _ style: inout SVGStyle) -> Bool {
    let kind = document.name(node)
    guard let names = Self.shapeLengths[kind] else { return false }
    var numbers: [String: Double] = [:]
    var path: SVGPath?
    // Lengths may depend on the font size, which is set first.
    var lengths: [(name: String, value: String)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      if names.contains(name) {
        lengths.append((name, value))
        return true
      }
      switch name {
      case "d" where kind == "path": path = value == "none" ? SVGPath() : SVGPath(data: value)
      case "points" where kind == "polyline" || kind == "polygon":
        path = SVGScanner.numbers(value).map { SVGPath.lines($0, isClosed: kind == "polygon") }
      default: return nil
      }
      return path != nil
    }
    guard isSupported else { return false }
    for (name, value) in lengths {
      guard let number = length(value, of: name, style) else { return false }
      numbers[name] = number
    }
    switch kind {
    case "rect":
      let size = Size(width: numbers["width"] ?? 0, height: numbers["height"] ?? 0)
      let rx = numbers["rx"] ?? numbers["ry"] ?? 0
      let ry = numbers["ry"] ?? rx
      guard size.width > 0, size.height > 0, rx >= 0, ry >= 0 else { return size.width >= 0 && size.height >= 0 }
      path = .rectangle(
        Rect(x: numbers["x"] ?? 0, y: numbers["y"] ?? 0, width: size.width, height: size.height),
        Size(width: min(rx, size.width / 2), height: min(ry, size.height / 2)))
    case "circle", "ellipse":
      let rx = numbers["rx"] ?? numbers["r"] ?? 0
      let ry = numbers["ry"] ?? numbers["r"] ?? 0
      guard rx > 0, ry > 0 else { return rx >= 0 && ry >= 0 }
      path = .ellipse(Point(x: numbers["cx"] ?? 0, y: numbers["cy"] ?? 0), Size(width: rx, height: ry))
    case "line":
      path = .lines(["x1", "y1", "x2", "y2"].map { numbers[$0] ?? 0 }, isClosed: false)
    case "path", "polyline", "polygon": path = path ?? SVGPath()
    default: return false
    }
    guard let path, style.isDisplayed, style.isVisible else { return true }
    guard isKnown(style.fill), isKnown(style.stroke) else { return false }
    if !path.segments.isEmpty { operations.append(.shape(path, style)) }
    return true
  }

  /// Gradients must be defined before they are used.
  private func isKnown(_ paint: SVGStyle.Paint) -> Bool {
    if case .gradient(let id) = paint { return gradients[id] != nil }
    return true
  }

  /// A length; a percentage refers to the view box (SVG 2 §8.9).
  private func length(_ value: String, of name: String, _ style: SVGStyle) -> Double? {
    guard value.hasSuffix("%") else { return style.length(value) }
    guard let viewBox, let number = Double(value.dropLast()), abs(number) <= 1e6 else { return nil }
    switch name {
    case "x", "width", "cx", "rx", "x1", "x2": return number / 100 * viewBox.width
    case "y", "height", "cy", "ry", "y1", "y2": return number / 100 * viewBox.height
    default: return nil
    }
  }
}

extension Document {
  /// Whether a node is a style sheet, which applies to all elements.
  fileprivate func isStyleSheet(_ node: NodeID) -> Bool { self[node].kind == .element && name(node) == "style" }

  func value(of attribute: Attribute) -> String {
    String(decoding: bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)], as: UTF8.self)
  }

  /// Sets the properties of an element from its attributes, and then from its `style` attribute.
  /// - Parameter own: takes the attributes of this kind of element; returns false for a value that is not supported, nil for
  ///   an attribute that the element does not have. It is asked first, because most attributes of drawings are of this kind.
  /// - Returns: false if anything is not supported.
  func setProperties(of node: NodeID, in style: inout SVGStyle, own: (String, String) -> Bool?) -> Bool {
    var declarations = ""
    // `currentColor` and `em` refer to the element's own values.
    let all = attributes(of: node).map { (name: names[$0.name], value: value(of: $0)) }
    for first in ["color", "font-size"] {
      if let attribute = all.first(where: { $0.name == first }), style.set(first, attribute.value) != true {
        return false
      }
    }
    for (name, value) in all where name != "color" && name != "font-size" {
      let trimmed = value.trimmed
      if name == "style" {
        declarations = value
      } else if let isSet = own(name, trimmed) ?? style.set(name, trimmed) {
        guard isSet else { return false }
      } else if !Self.isWithoutEffect(name, value) {
        return false
      }
    }
    for declaration in declarations.split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else {
        guard String(declaration).trimmed.isEmpty else { return false }
        continue
      }
      let name = String(declaration[..<colon]).trimmed
      guard style.set(name, String(declaration[declaration.index(after: colon)...]).trimmed) == true else {
        return false
      }
    }
    return true
  }

  private static func isWithoutEffect(_ name: String, _ value: String) -> Bool {
    switch name {
    case "id", "class", "version", "baseProfile", "role", "tabindex", "focusable", "shape-rendering", "text-rendering",
      "color-interpolation", "color-rendering", "image-rendering", "lang", "xml:lang", "pointer-events", "cursor":
      true
    case "xml:space": value == "default"
    case "enable-background": true
    default: name.hasPrefix("data-") || name.hasPrefix("aria-") || name.hasPrefix("xmlns")
    }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else { return self }
    var bytes = Array(utf8)[...]
    while let byte = bytes.first, byte <= 0x20 { bytes.removeFirst() }
    while let byte = bytes.last, byte <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The value of `preserveAspectRatio` (SVG 2 §8.7).
struct SVGAlignment {
  private var x = 0.5, y = 0.5
  private var isStretched = false
  private var isSlice = false

  init() {}

  init?(_ text: String) {
    let words = text.split { $0.isWhitespace }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 2 {
      isSlice = words[1] == "slice"
      guard isSlice || words[1] == "meet" else { return nil }
    }
    if first == "none" {
      isStretched = true
      return
    }
    let positions = ["Min": 0.0, "Mid": 0.5, "Max": 1]
    guard first.count == 8, first.hasPrefix("x"), let x = positions[String(first.dropFirst().prefix(3))],
      first.dropFirst(4).hasPrefix("Y"), let y = positions[String(first.suffix(3))]
    else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// The transform from a view box to an area.
  func transform(from box: Rect, to area: Rect) -> AffineTransform {
    var scale = (area.width / box.width, area.height / box.height)
    if !isStretched {
      let common = isSlice ? max(scale.0, scale.1) : min(scale.0, scale.1)
      scale = (common, common)
    }
    return .translation(
      area.x + (area.width - box.width * scale.0) * x, area.y + (area.height - box.height * scale.1) * y
    ).concatenating(.scale(scale.0, scale.1)).concatenating(.translation(-box.x, -box.y))
  }
}
