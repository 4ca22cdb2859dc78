import Layout
import Markup

/// Reads the elements of an SVG image.
final class SVGReader {
  var drawing = SVGDrawing()
  let document: SVGDocument
  private let root: NodeID
  /// Whether the root is a box of an HTML document: its `style` attribute and its size apply to the box.
  private let isBox: Bool
  /// The references that are being followed.
  var references = 0
  /// Elements outside the root to which it refers.
  private let definitions: [NodeID]
  /// The style of the root, and of elements around definitions, for their contents.
  private var stylesForContents: [NodeID: SVGStyle] = [:]
  /// Elements by their identifiers, for references.
  lazy var elementsByID = definitions.reduce(into: document.markup.identifiers(in: root)) { known, node in
    known.merge(document.markup.identifiers(in: node)) { first, _ in first }
  }

  /// Limits of one drawing; larger ones are left to librsvg.
  static let maximumBytes = 4 << 20
  private static let maximumRepeatedWork = Double(8 << 20)
  static let maximumDepth = 64

  init(_ document: SVGDocument, _ root: NodeID, definitions: [NodeID] = [], isBox: Bool = false) {
    (self.document, self.root, self.definitions, self.isBox) = (document, root, definitions, isBox)
  }

  /// Reads everything into `drawing`.
  /// - Parameter initial: the style that the root inherits.
  /// - Returns: false if anything is not supported.
  func read(_ initial: SVGStyle) -> Bool {
    // The style sheet of a file applies to all elements. That of a document is part of `SVGDocument.declarations`.
    guard document.markup[root].namespace == .svg, document.element(root) == .svg,
      isBox || !document.markup.nodes(in: root).contains(where: { document.element($0) == .style })
    else { return false }
    var style = initial
    let isSupported = document.setProperties(of: root, in: &style, isBox: isBox) { name, value in
      switch name {
      case .viewBox: return setViewBox(value, &drawing.viewBox)
      case .preserveAspectRatio: return setAlignment(value, &drawing.alignment)
      // The image's size is known to its user; the outermost element is clipped by its user.
      case .width, .height, .overflow: return true
      case .x, .y: return isBox ? true : nil
      default: return nil
      }
    }
    stylesForContents[root] = style.inherited
    return isSupported && definitions.allSatisfy(addDefinition) && addContent(of: root, style, depth: 0)
  }

  /// Returns false if the value is not supported.
  func setViewBox(_ value: SVGValue, _ box: inout Rect?) -> Bool {
    guard let numbers = SVGScanner.numbers(value), numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      return false
    }
    box = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    return true
  }

  /// Returns false if the value is not supported.
  func setAlignment(_ value: SVGValue, _ alignment: inout SVGAlignment) -> Bool {
    guard let value = SVGAlignment(value.text) else { return false }
    alignment = value
    return true
  }

  /// Adds the children of a container. Returns false if anything is not supported.
  func addContent(of node: NodeID, _ style: SVGStyle, depth: Int) -> Bool {
    let isGroup = style.opacity < 1 || style.transform != .identity || style.clip != nil
    guard style.isDisplayed else { return true }
    if isGroup, !beginGroup(style) { return false }
    for child in document.markup.children(of: node) {
      if document.markup[child].kind == .element, !add(child, style.inherited, depth: depth) { return false }
    }
    if isGroup { drawing.operations.append(.endGroup(opacity: style.opacity)) }
    return true
  }

  func add(_ node: NodeID, _ inherited: SVGStyle, depth: Int) -> Bool {
    guard document.markup[node].namespace == .svg, depth < Self.maximumDepth, count(node)
    else { return false }
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
    case .clipPath, .symbol: return true
    case .svg: return addViewport(of: node, style, depth: depth)
    case .text: return addText(node, style)
    case let kind?: return addShape(node, kind, &style)
    case nil: return false
    }
  }

  /// Counts an element that is read, perhaps for one of many references to it. Returns false if there are too many.
  func count(_ node: NodeID) -> Bool { count(document.markup.ownSize(of: node)) }

  private func count(_ size: Int) -> Bool {
    // Every element takes as much memory as the path of a shape with some hundred bytes.
    let work = Double(400 + size)
    drawing.work += work
    if references > 0 { drawing.repeatedWork += work }
    return drawing.work <= SVGWork.limit && drawing.repeatedWork <= Self.maximumRepeatedWork
  }

  /// Counts what is read or written for a reference.
  func countReference(to node: NodeID) -> Bool {
    references += 1
    defer { references -= 1 }
    return count(document.markup.size(of: node))
  }

  private func addText(_ node: NodeID, _ style: SVGStyle) -> Bool {
    // The bytes of a text take about eight times as long as those of a path.
    let size = document.markup.size(of: node)
    guard count(8 * size), let text = SVGText(document, node, style) else { return false }
    guard text.pathSources.allSatisfy(countReference) else { return false }
    // The outline of a glyph has some hundred bytes.
    if text.isStroked, !count(400 * size) { return false }
    guard let clip = text.clip else {
      drawing.operations.append(.text(text))
      return true
    }
    var group = SVGStyle()
    (group.clip, group.transform, group.opacity) = (clip, text.transform, text.opacity)
    guard beginGroup(group) else { return false }
    drawing.operations += [.text(text.inGroup), .endGroup(opacity: group.opacity)]
    return true
  }

  /// The style that a definition inherits from the elements around it, not from those that refer to it; nil if they
  /// have anything that is not supported.
  func inheritedStyle(of definition: NodeID) -> SVGStyle? {
    var around: [NodeID] = []
    var node = document.markup[definition].parent
    while !node.isNone, stylesForContents[node] == nil, document.markup[node].namespace == .svg {
      around.append(node)
      node = document.markup[node].parent
    }
    var style = stylesForContents[node] ?? stylesForContents[root] ?? SVGStyle()
    for node in around.reversed() {
      // An `svg` element of an HTML document is a box.
      let isBox = document.markup[document.markup[node].parent].namespace != .svg
      let isSupported = document.setProperties(of: node, in: &style, isBox: isBox) { name, _ in
        name.isGeometry ? true : nil
      }
      guard isSupported else { return nil }
      style = style.inherited
      stylesForContents[node] = style
    }
    return style
  }

  /// Definitions have no effect except where they are used.
  private func addDefinitions(_ node: NodeID) -> Bool {
    document.markup.children(of: node).allSatisfy(addDefinition)
  }

  private func addDefinition(_ node: NodeID) -> Bool {
    switch document.element(node) {
    case .linearGradient, .radialGradient: addGradient(node)
    default: true
    }
  }

  private func addGradient(_ node: NodeID) -> Bool {
    guard let id = document.markup.attribute(node, .id) else { return true }
    // One that is not supported is missing when it is used.
    if drawing.gradients[id] == nil {
      drawing.gradients[id] = inheritedStyle(of: node).flatMap { SVGGradient(document, node, color: $0.color) }
    }
    return true
  }

  /// A length; a percentage refers to the view box (SVG 2 §8.9).
  func length(_ value: SVGValue, of name: SVGAttribute, _ style: SVGStyle) -> Double? {
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
