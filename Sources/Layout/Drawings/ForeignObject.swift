import Markup
import Style

/// A `foreignObject` element of an inline `svg` element. Its content is laid out as that of a block (SVG 2 §12.4).
struct ForeignObject {
  /// The view box of the `svg` element, and how it is placed in the box of that element.
  struct View {
    var box: Rect?
    var alignment = SVGAlignment()
    /// px, if an inner `svg` element has a size of its own.
    var size: Size?
  }

  let node: NodeID
  let root: View
  /// The nearest `svg` element around it, to which percentages refer.
  let nearest: View
  /// From the element to the view box of the root.
  let transform: AffineTransform
  let x, y, width, height: LengthPercentage

  /// The area in the element's coordinates, px.
  /// - Parameter box: the size of the root's content box, px.
  func area(in box: Size) -> Rect {
    let basis = nearest.box.map { Size(width: $0.width, height: $0.height) } ?? nearest.size ?? box
    return Rect(
      x: x.resolve(against: basis.width), y: y.resolve(against: basis.height),
      width: width.resolve(against: basis.width), height: height.resolve(against: basis.height))
  }

  /// From the area's top left corner to the root's content box.
  func placement(in box: Size) -> AffineTransform {
    let area = area(in: box)
    let content = Rect(x: 0, y: 0, width: box.width, height: box.height)
    let view = root.box.map { root.alignment.transform(from: $0, to: content) } ?? .identity
    return view.concatenating(transform).concatenating(.translation(area.x, area.y))
  }
}

/// Finds the `foreignObject` elements of an inline `svg` element, without those in definitions.
struct ForeignObjectFinder {
  private let document: StyledDocument
  private let root: ForeignObject.View
  private(set) var found: [ForeignObject] = []

  init(_ document: StyledDocument, root: NodeID) {
    self.document = document
    self.root = Self.view(of: root, document.document)
    find(in: root, self.root, .identity)
  }

  private mutating func find(in parent: NodeID, _ view: ForeignObject.View, _ outer: AffineTransform) {
    for node in document.document.shownElements(of: parent) where document.document[node].namespace == .svg {
      let style = document.styleOfNode[Int(node.index)]
      guard document[style].box.display != .none, let own = transform(of: node, style) else { continue }
      let transform = outer.concatenating(own)
      switch document.document.name(node) {
      case "g", "a", "switch": find(in: node, view, transform)
      case "svg":
        let inner = Self.view(of: node, document.document)
        let basis = view.box.map { Size(width: $0.width, height: $0.height) } ?? view.size
        find(in: node, inner, transform.concatenating(placement(of: node, inner, basis)))
      case "foreignObject": add(node, view, transform)
      default: continue
      }
    }
  }

  private mutating func add(_ node: NodeID, _ view: ForeignObject.View, _ transform: AffineTransform) {
    found.append(
      ForeignObject(
        node: node, root: root, nearest: view, transform: transform, x: length("x", of: node),
        y: length("y", of: node), width: length("width", of: node), height: length("height", of: node)))
  }

  /// Nil if the attribute is not valid, so that the element is not shown.
  private func transform(of node: NodeID, _ style: StyleID) -> AffineTransform? {
    if let matrix = document[style].paint.drawingTransform { return AffineTransform(svg: SVGValue(matrix)) }
    guard let text = document.document.attribute(node, "transform") else { return .identity }
    return AffineTransform(svg: SVGValue(text))
  }

  /// An attribute in px or per cent; 0 if it is missing or has another unit.
  private func length(_ name: String, of node: NodeID) -> LengthPercentage {
    guard let text = document.document.attribute(node, name) else { return .zero }
    var scanner = SVGScanner(SVGValue(text))
    guard let number = scanner.number() else { return .zero }
    if scanner.take(UInt8(ascii: "%")) { return .percent(number) }
    let unit = scanner.word()
    return unit.isEmpty || unit == "px" ? .px(number) : .zero
  }

  /// Where the content of an inner `svg` element is in the outer one.
  private func placement(of node: NodeID, _ view: ForeignObject.View, _ outer: Size?) -> AffineTransform {
    func resolve(_ name: String, _ basis: Double?) -> Double { length(name, of: node).resolve(against: basis ?? 0) }
    let (x, y) = (resolve("x", outer?.width), resolve("y", outer?.height))
    guard let box = view.box, let size = view.size ?? outer else { return .translation(x, y) }
    return view.alignment.transform(from: box, to: Rect(x: x, y: y, width: size.width, height: size.height))
  }

  private static func view(of node: NodeID, _ document: Document) -> ForeignObject.View {
    func numbers(_ name: String) -> [Double]? {
      document.attribute(node, name).flatMap { SVGScanner.numbers(SVGValue($0), most: 4) }
    }
    var view = ForeignObject.View()
    if let box = numbers("viewBox"), box.count == 4, box[2] > 0, box[3] > 0 {
      view.box = Rect(x: box[0], y: box[1], width: box[2], height: box[3])
    }
    if let text = document.attribute(node, "preserveAspectRatio"), let alignment = SVGAlignment(text) {
      view.alignment = alignment
    }
    if let width = numbers("width")?.first, let height = numbers("height")?.first {
      view.size = Size(width: width, height: height)
    }
    return view
  }
}

extension Document {
  /// The child elements of an SVG element; of a `switch`, whose children are alternatives, the first (SVG 2 §5.7).
  fileprivate func shownElements(of node: NodeID) -> [NodeID] {
    let elements = children(of: node).filter { self[$0].kind == .element }
    return name(node) == "switch" ? Array(elements.prefix(1)) : elements
  }

  /// Whether an element is a `switch` that shows a `foreignObject`, so that its other children are not shown.
  func showsForeignObject(_ node: NodeID) -> Bool {
    name(node) == "switch" && shownElements(of: node).contains { name($0) == "foreignObject" }
  }
}

extension BoxTreeBuilder {
  /// Adds the contents of the `foreignObject` elements of an inline `svg` element to its box.
  mutating func addForeignObjects(of node: NodeID, to box: BoxID) throws(LayoutError) {
    let nodes = Int(node.index)..<Int(document.document[node].subtreeEnd.index)
    guard document.document.nodes[nodes].contains(where: { $0.name == .foreignObject }) else { return }
    for object in ForeignObjectFinder(document, root: node).found {
      guard stack.hasSpace else {
        return warn("elements_nested_too_deep", "Elements are nested too deep; the innermost are left out", at: node)
      }
      let style = document.foreignObjectStyle(document.styleOfNode[Int(object.node.index)])
      let child = tree.add(Box(kind: .block, style: style, node: object.node))
      tree.append(child, to: box)
      tree.foreignObjects[child] = object
      try fill(child, from: object.node, style: style, display: .flowRoot)
    }
  }
}

extension LayoutContext {
  /// Lays out the contents of `foreignObject` elements and adds them to the fragment of their `svg` element.
  /// - Parameter area: the content box, relative to the fragment.
  mutating func layoutForeignObjects(of box: BoxID, in area: Rect, into fragment: FragmentID, _ mode: LayoutMode) {
    for child in tree.children(of: box) {
      guard let object = tree.foreignObjects[child] else { continue }
      let size = Size(width: area.width, height: area.height)
      let (own, placement) = (object.area(in: size), object.placement(in: size))
      guard own.width > 0, own.height > 0, placement.isInvertible else { continue }
      tree[child].style = document.foreignObjectStyle(
        document.styleOfNode[Int(object.node.index)], height: own.height,
        transform: .matrix(placement.a, placement.b, placement.c, placement.d, placement.e, placement.f))
      var space = ConstraintSpace(width: own.width, height: own.height)
      space.borderBoxWidth = own.width
      space.isContextRoot = true
      space.mode = mode
      let content = layout(child, space: space, from: nil)
      if content.fits { page.fragments.append(content.fragment, to: fragment, x: area.x, y: area.y) }
    }
  }
}
