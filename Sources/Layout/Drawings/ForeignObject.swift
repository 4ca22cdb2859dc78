import Markup
import Style

/// A `foreignObject` element of an inline `svg` element. Its content is laid out as that of a block (SVG 2 §12.4).
struct ForeignObject {
  let node: NodeID
  /// The area of the contents in the element's coordinates, px.
  let area: Rect
  /// The transform from the element's coordinates to the content box of the `svg` element.
  let transform: AffineTransform
  /// What `zoom` multiplies the lengths of the content with. The drawing is enlarged as a whole.
  let zoom: Double

  /// The size of the block of the content, px.
  var size: Size { Size(width: area.width * zoom, height: area.height * zoom) }

  /// The transform from the top left corner of the block to the content box of the `svg` element.
  var placement: AffineTransform {
    transform.concatenating(.translation(area.x, area.y)).concatenating(.scale(1 / zoom, 1 / zoom))
  }
}

/// Finds the `foreignObject` elements that an inline `svg` element shows, without those in definitions.
struct ForeignObjectFinder {
  private let document: StyledDocument
  private let conditions: SVGConditions
  private(set) var found: [ForeignObject] = []

  /// - Parameter box: the size of the content box of the root, px.
  init(_ document: StyledDocument, root: NodeID, in box: Size) {
    self.document = document
    conditions = SVGConditions(document.document)
    let zoom = document[document.styleOfNode[Int(root.index)]].text.zoom
    let view = View(of: root, document.document)
    let content = Rect(x: 0, y: 0, width: box.width, height: box.height)
    let size = view.size ?? Size(width: box.width / zoom, height: box.height / zoom)
    find(in: root, size, view.transform(to: content) ?? .scale(zoom, zoom))
  }

  /// The view box of an `svg` element, and how it is placed in the box of that element.
  private struct View {
    private var box: Rect?
    private var alignment = SVGAlignment()

    init(of node: NodeID, _ document: Document) {
      if let text = document.attribute(node, "viewBox"), let box = SVGScanner.numbers(SVGValue(text), most: 4),
        box.count == 4, box[2] > 0, box[3] > 0
      {
        self.box = Rect(x: box[0], y: box[1], width: box[2], height: box[3])
      }
      if let text = document.attribute(node, "preserveAspectRatio"), let alignment = SVGAlignment(text) {
        self.alignment = alignment
      }
    }

    var size: Size? { box.map { Size(width: $0.width, height: $0.height) } }

    /// Returns nil without a view box.
    func transform(to area: Rect) -> AffineTransform? { box.map { alignment.transform(from: $0, to: area) } }
  }

  /// - Parameter size: to which percentages refer.
  private mutating func find(in parent: NodeID, _ size: Size, _ outer: AffineTransform) {
    for node in document.document.shownElements(of: parent, conditions) {
      let style = document.styleOfNode[Int(node.index)]
      guard document[style].box.display != .none else { continue }
      let transform = outer.concatenating(transform(of: node, style))
      switch document.document.name(node) {
      case "g", "a", "switch": find(in: node, size, transform)
      case "svg":
        let area = area(of: node, style, size, auto: .percent(100))
        let view = View(of: node, document.document)
        find(
          in: node, view.size ?? Size(width: area.width, height: area.height),
          transform.concatenating(view.transform(to: area) ?? .translation(area.x, area.y)))
      case "foreignObject":
        let area = area(of: node, style, size, auto: .zero)
        found.append(
          ForeignObject(node: node, area: area, transform: transform, zoom: document[style].text.zoom))
      default: continue
      }
    }
  }

  /// An attribute that is not valid has no effect.
  private func transform(of node: NodeID, _ style: StyleID) -> AffineTransform {
    let text = document[style].paint.drawingTransform ?? document.document.attribute(node, "transform")
    return text.flatMap { AffineTransform(svg: SVGValue($0)) } ?? .identity
  }

  /// The area of an element, whose width and height are properties (SVG 2 §8.3).
  private func area(of node: NodeID, _ style: StyleID, _ basis: Size, auto: LengthPercentage) -> Rect {
    let zoom = document[style].text.zoom
    func size(_ value: SizeValue, _ basis: Double) -> Double {
      guard case .length(let length) = value else { return auto.resolve(against: basis) }
      return max(0, length.resolve(against: basis * zoom) / zoom)
    }
    func position(_ name: String, _ basis: Double) -> Double {
      guard let text = document.document.attribute(node, name) else { return 0 }
      let fontSize = document[style].text.unzoomed.font.size
      return LengthPercentage(svg: SVGValue(text), fontSize: fontSize)?.resolve(against: basis) ?? 0
    }
    let box = document[style].box
    return Rect(
      x: position("x", basis.width), y: position("y", basis.height), width: size(box.width, basis.width),
      height: size(box.height, basis.height))
  }
}

extension LengthPercentage {
  /// A length or percentage of an SVG attribute (SVG 2 §8.8). Fails if it is not valid.
  /// - Parameter fontSize: px.
  fileprivate init?(svg value: SVGValue, fontSize: Double) {
    var scanner = SVGScanner(value)
    guard let number = scanner.number() else { return nil }
    if scanner.take(UInt8(ascii: "%")) {
      self = .percent(number)
    } else {
      let unit = scanner.word().lowercased()
      guard let px = ["em": fontSize, "ex": fontSize / 2, "ch": fontSize / 2][unit] ?? Self.units[unit] else {
        return nil
      }
      self = .px(number * px)
    }
    if !scanner.isAtEnd { return nil }
  }

  /// px.
  private static let units = [
    "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "rem": 16,
  ]
}

extension Document {
  /// The child elements of an SVG element whose conditions are met; of a `switch`, whose children are alternatives, the
  /// first (SVG 2 §5.7).
  fileprivate func shownElements(of node: NodeID, _ conditions: SVGConditions) -> [NodeID] {
    let elements = children(of: node).filter {
      self[$0].kind == .element && self[$0].namespace == .svg && conditions.areMet(by: $0)
    }
    return name(node) == "switch" ? Array(elements.prefix(1)) : elements
  }

  /// Whether an element is a `switch` that shows a `foreignObject`, so that its other children are not shown.
  func showsForeignObject(_ node: NodeID) -> Bool {
    name(node) == "switch"
      && shownElements(of: node, SVGConditions(self)).contains { self[$0].name == .foreignObject }
  }
}

extension BoxTreeBuilder {
  /// Adds the contents of the `foreignObject` elements of an inline `svg` element to its box.
  mutating func addForeignObjects(of node: NodeID, to box: BoxID) throws(LayoutError) {
    let nodes = Int(node.index)..<Int(document.document[node].subtreeEnd.index)
    guard document.document.nodes[nodes].contains(where: { $0.name == .foreignObject }) else { return }
    for object in ForeignObjectFinder(document, root: node, in: Size(width: 1, height: 1)).found {
      guard stack.hasSpace else {
        return warn("elements_nested_too_deep", "Elements are nested too deep; the innermost are left out", at: node)
      }
      let style = document.foreignObjectStyle(document.styleOfNode[Int(object.node.index)])
      let child = tree.add(Box(kind: .block, style: style, node: object.node))
      tree.append(child, to: box)
      tree.foreignObjects.insert(child)
      try fill(child, from: object.node, style: style, display: .flowRoot)
    }
  }
}

extension LayoutContext {
  /// Lays out the contents of `foreignObject` elements and adds them to the fragment of their `svg` element, in the
  /// order in which the drawing shows them.
  /// - Parameter area: the content box, relative to the fragment.
  mutating func layoutForeignObjects(of box: BoxID, in area: Rect, into fragment: FragmentID, _ mode: LayoutMode) {
    let children = tree.children(of: box).filter { tree.foreignObjects.contains($0) }
    guard !children.isEmpty else { return }
    let size = Size(width: area.width, height: area.height)
    let objects = ForeignObjectFinder(document, root: tree[box].node, in: size).found
    let places = Dictionary(objects.map { ($0.node, $0) }) { first, _ in first }
    for child in children {
      guard let object = places[tree[child].node] else { continue }
      let placement = object.placement
      let isEmpty = object.area.width <= 0 || object.area.height <= 0
      let style = document.styleOfNode[Int(object.node.index)]
      guard !isEmpty || document[style].box.overflow == .visible, placement.isInvertible else { continue }
      tree[child].style = document.foreignObjectStyle(
        style, height: object.size.height,
        transform: .matrix(placement.a, placement.b, placement.c, placement.d, placement.e, placement.f))
      var space = ConstraintSpace(width: object.size.width, height: object.size.height)
      space.borderBoxWidth = object.size.width
      space.isContextRoot = true
      space.mode = mode
      let content = layout(child, space: space, from: nil)
      if content.fits { page.fragments.append(content.fragment, to: fragment, x: area.x, y: area.y) }
    }
  }
}
