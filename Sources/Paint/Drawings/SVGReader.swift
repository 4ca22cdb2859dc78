import Layout
import Markup
import Resources

/// Reads the elements of an SVG image.
final class SVGReader {
  var drawing = SVGDrawing()
  let document: SVGDocument
  let root: NodeID
  /// Whether the root is a box of an HTML document: its `style` attribute and its size apply to the box.
  let isBox: Bool
  /// The number of references that are being followed, and the elements to which they refer.
  var references = 0
  /// The nesting of the elements that are being read, with those to which they refer.
  private(set) var depth = 0
  var followed: Set<NodeID> = []
  /// The size to which percentages refer (SVG 2 §8.9); nil if it is not known.
  var viewport: Size?
  /// The viewport of the root.
  private(set) var rootViewport: Size?
  /// The images of `image` elements.
  var images: [NodeID: ImageID] = [:]
  /// What `image` elements with files of their own show, with its work; nil for nothing.
  var embedded: [NodeID: (content: SVGImage.Content, work: Double)?] = [:]
  /// The number of images around the file.
  var imageDepth = 0
  /// The paints of the element for which a marker is read.
  var context: (fill: SVGStyle.Paint, stroke: SVGStyle.Paint) = (.none, .none)
  /// Whether shapes are read that clip others.
  var isClip = false
  /// Whether content is blended with what is below it.
  var isBlended = false
  /// The work of finding boxes around groups.
  var boxWork = 0.0
  /// The operations of masks and clips, with their work.
  var recorded: [NodeID: (operations: [SVGDrawing.Operation], work: Double)] = [:]
  /// The filters of `filter` elements.
  var filters: [NodeID: SVGFilter] = [:]
  private lazy var conditions = SVGConditions(document.markup)
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
  /// The declarations of style sheets for most elements have fewer bytes.
  private static let longValue = 2000
  static let maximumDepth = 64

  /// - Parameter size: of a drawing without a view box.
  init(
    _ document: SVGDocument, _ root: NodeID, definitions: [NodeID] = [], size: Size? = nil, isBox: Bool = false
  ) {
    (self.document, self.root, self.definitions, self.isBox) = (document, root, definitions, isBox)
    viewport = size
  }

  /// A reader of a file; nil if it is not well-formed.
  /// - Parameter size: that of an image without a view box.
  convenience init?(file: [UInt8], size: Size?) {
    var limits = Document.Limits()
    limits.bytes = Self.maximumBytes
    limits.depth = Self.maximumDepth
    guard let markup = try? Document.parse(xml: SVGEntities.expanded(file, most: Self.maximumBytes), limits: limits),
      !markup.documentElement.isNone
    else {
      return nil
    }
    self.init(.file(markup), markup.documentElement, size: size)
  }

  /// Reads everything into `drawing`.
  /// - Parameter initial: the style that the root inherits.
  /// - Returns: false if anything is not supported.
  func read(_ initial: SVGStyle) -> Bool {
    guard document.markup[root].namespace == .svg, document.element(root) == .svg else { return false }
    var style = initial
    let isSupported = document.setProperties(of: root, in: &style, isBox: isBox) { name, value in
      switch name {
      case .viewBox: return setViewBox(value, &drawing.viewBox)
      case .preserveAspectRatio: return setAlignment(value, &drawing.alignment)
      // The image's size is known to its user; the outermost element is clipped by its user.
      case .width, .height, .overflow: return true
      case .background, .backgroundColor:
        if !isBox { drawing.background = SVGStyle.color(value, current: initial.color) }
        return true
      default: return nil
      }
    }
    if let box = drawing.viewBox { viewport = Size(width: box.width, height: box.height) }
    rootViewport = viewport
    stylesForContents[root] = style.inherited
    guard isSupported, addContent(of: root, style, depth: 0) else { return false }
    if isBlended { drawing.isolate() }
    return true
  }

  /// A value that is not valid has no effect. Returns false for a box without an area.
  func setViewBox(_ value: SVGValue, _ box: inout Rect?) -> Bool {
    guard let numbers = SVGScanner.numbers(value, most: 5), numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else {
      return true
    }
    guard numbers[2] > 0, numbers[3] > 0 else { return false }
    box = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    return true
  }

  /// A value that is not valid has no effect.
  func setAlignment(_ value: SVGValue, _ alignment: inout SVGAlignment) -> Bool {
    alignment = SVGAlignment(value.text) ?? alignment
    return true
  }

  /// Adds the children of a container. Returns false if anything is not supported.
  func addContent(of node: NodeID, _ style: SVGStyle, link: SVGLink? = nil, depth: Int) -> Bool {
    guard style.isDisplayed else { return true }
    let inherited = style.inherited
    return addGroup(style, if: style.needsGroup || link != nil, link: link) {
      document.markup.children(of: node).allSatisfy { child in
        document.markup[child].kind != .element || add(child, inherited, depth: depth)
      }
    }
  }

  /// Adds an element. Elements that are not known, and those of other languages, are not shown (SVG 2 §5.2).
  func add(_ node: NodeID, _ inherited: SVGStyle, depth: Int) -> Bool {
    guard document.markup[node].namespace == .svg, let kind = document.element(node), conditions.areMet(by: node) else {
      return true
    }
    guard depth < Self.maximumDepth, count(node) else { return false }
    let outer = self.depth
    self.depth = depth
    defer { self.depth = outer }
    var style = inherited
    switch kind {
    case .g, .a:
      return document.setProperties(of: node, in: &style) { _, _ in nil }
        && addContent(of: node, style, link: isBox ? document.link(of: node) : nil, depth: depth + 1)
    case .switch: return addSwitch(node, style, depth: depth)
    case .use: return addUse(of: node, style, depth: depth)
    case .svg: return addViewport(of: node, style, depth: depth)
    case .text: return addText(node, style)
    case .image: return addImage(node, style)
    case .rect, .circle, .ellipse, .line, .polyline, .polygon, .path:
      return addShape(node, kind, &style)
    case .foreignObject: return addForeignObject(node, style)
    // These have no effect except where they are used.
    case .defs, .linearGradient, .radialGradient, .clipPath, .symbol, .marker, .mask, .pattern, .style,
      .stop, .tspan, .textPath:
      return true
    }
  }

  /// Adds the first child of a `switch` element whose conditions are met (SVG 2 §5.9).
  private func addSwitch(_ node: NodeID, _ inherited: SVGStyle, depth: Int) -> Bool {
    var style = inherited
    guard document.setProperties(of: node, in: &style, own: { _, _ in nil }) else { return false }
    let child = document.markup.children(of: node).first {
      guard document.markup[$0].kind == .element, conditions.areMet(by: $0) else { return false }
      // Only documents show HTML.
      return isBox || document.element($0) != .foreignObject
    }
    guard let child, style.isDisplayed else {
      drawing.lacksBoxes = drawing.lacksBoxes || !isBox && style.isDisplayed && hasForeignObject(node)
      return true
    }
    return addGroup(style, if: style.needsGroup) { add(child, style.inherited, depth: depth + 1) }
  }

  /// Counts an element that is read, perhaps for one of many references to it. Returns false if there are too many.
  func count(_ node: NodeID) -> Bool {
    let declared = document.declarations[node]?.range.count ?? 0
    return count(document.markup.ownSize(of: node) + declared, declared: declared)
  }

  /// - Parameter declared: the bytes of it that a style sheet may set on any number of elements.
  func count(_ size: Int, declared: Int = 0) -> Bool {
    // Every element takes as much memory as the path of a shape with some hundred bytes. Drawings with some ten thousand
    // references to one shape, such as the points of charts, are drawn quickly.
    drawing.work += Double(400 + size)
    if references > 0 {
      drawing.repeatedWork += Double(100 + size)
    } else if declared > Self.longValue {
      drawing.repeatedWork += Double(declared)
    }
    return !isOverLimit
  }

  var isOverLimit: Bool { drawing.work > SVGWork.limit || drawing.repeatedWork > Self.maximumRepeatedWork }

  /// Counts what is read or written for a reference.
  func countReference(to node: NodeID) -> Bool {
    references += 1
    defer { references -= 1 }
    return count(document.markup.size(of: node))
  }

  /// Counts work that is done for a reference.
  func countReference(_ work: Double) -> Bool {
    references += 1
    defer { references -= 1 }
    return count(Int(min(work, 1e9)))
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
      guard document.setProperties(of: node, in: &style, isBox: isBox, own: { _, _ in nil }) else { return nil }
      style = style.inherited
      stylesForContents[node] = style
    }
    return style
  }
}

extension SVGStyle {
  /// Whether the element is drawn as a group.
  var needsGroup: Bool { needsGroup(beyondTransform: false) }

  /// - Parameter beyondTransform: whether it has a transform and an opacity of its own.
  func needsGroup(beyondTransform: Bool) -> Bool {
    hasEffects && effects.needsGroup || !beyondTransform && (opacity < 1 || transform != .identity)
  }
}
