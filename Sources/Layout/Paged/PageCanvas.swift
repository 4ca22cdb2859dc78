import Style

/// The backgrounds that reach beyond their boxes: the page's over its sheet, the root's over the page (css-page-3 §4.2,
/// css-backgrounds-3 §2.11).
struct PageCanvas {
  /// Styles made for painting, by those they are taken from.
  private struct Key: Hashable {
    var background: StyleID
    var box: StyleID
  }
  private var canvasStyles: [Key: StyleID] = [:]

  /// A fragment for the whole sheet, which all others are below.
  mutating func sheet(_ style: PageStyle, size: Size, flow: inout Flow) -> Fragment {
    let box = style.box
    let outset = style.outset
    let border = Rect(
      x: outset + box.margin.left, y: outset + box.margin.top, width: box.width - box.margin.left - box.margin.right,
      height: box.height - box.margin.top - box.margin.bottom)
    // The background bleeds, and leaves the room for marks bare.
    let room = outset - style.bleed
    return Fragment(
      frame: Rect(x: room, y: room, width: size.width - 2 * room, height: size.height - 2 * room),
      style: canvasStyle(background: style.style, box: style.style, &flow), node: .none, subtreeEnd: 1,
      content: .canvas(box: border, hasBorder: true))
  }

  /// A fragment that the document's own stands in: it paints the background that the root gives to the canvas.
  ///
  /// The background's origin is that of the root's whole box, as if all pages were one; its height is not known yet.
  /// - Parameters:
  ///   - origin: of the root's border box on this page, before the first page at a negative y.
  mutating func document(root: BoxID, page: PageStyle, area: Rect, origin: Point, flow: inout Flow) -> Fragment {
    let box = page.box
    let frame = Rect(
      x: area.x - box.padding.left, y: area.y - box.padding.top,
      width: area.width + box.padding.left + box.padding.right,
      height: area.height + box.padding.top + box.padding.bottom)
    let rootStyle = flow.tree[root].style
    let source = Self.canvasBox(flow, root: root).map { flow.tree[$0].style } ?? StyleID(0)
    let style = canvasStyle(background: source, box: rootStyle, &flow)
    let isFixed = flow[source].paint.backgroundLayers.allSatisfy(\.isFixed) && flow[source].paint.hasBackground
    let positioning = isFixed ? area : Rect(x: origin.x, y: origin.y, width: area.width, height: area.height)
    return Fragment(
      frame: frame, style: style, node: .none, subtreeEnd: 0, content: .canvas(box: positioning, hasBorder: false))
  }

  /// The element whose background is the canvas's: the root, or else its body (css-backgrounds-3 §2.11.2).
  static func canvasBox(_ flow: borrowing Flow, root: BoxID) -> BoxID? {
    if flow[root].paint.hasBackground { return root }
    let document = flow.document.document
    let body = flow.tree.children(of: root).first {
      !flow.tree[$0].node.isNone && document.isElement(flow.tree[$0].node, .body)
    }
    return body.flatMap { flow[$0].paint.hasBackground ? $0 : nil }
  }

  private mutating func canvasStyle(background: StyleID, box: StyleID, _ flow: inout Flow) -> StyleID {
    let key = Key(background: background, box: box)
    if let known = canvasStyles[key] { return known }
    let style = flow.document.canvasStyle(background: background, box: box)
    canvasStyles[key] = style
    return style
  }
}
