import Style

/// Backgrounds that extend beyond their boxes: the page's over its sheet, the root's over the page (css-page-3 §4.2,
/// css-backgrounds-3 §2.11).
struct PageCanvas {
  /// Styles derived for canvases, by the original styles.
  private struct Key: Hashable {
    var background: StyleID
    var box: StyleID
  }
  private var canvasStyles: [Key: StyleID] = [:]

  /// The fragment of the whole sheet, which contains all others.
  mutating func sheet(_ style: PageStyle, size: Size, context: inout LayoutContext) -> Fragment {
    let box = style.box
    let outset = style.outset
    let border = Rect(
      x: outset + box.margin.left, y: outset + box.margin.top, width: box.width - box.margin.left - box.margin.right,
      height: box.height - box.margin.top - box.margin.bottom)
    // The background covers the bleed area, but not the area of printer's marks.
    let inset = outset - style.bleed
    return Fragment(
      frame: Rect(x: inset, y: inset, width: size.width - 2 * inset, height: size.height - 2 * inset),
      style: canvasStyle(background: style.style, box: style.style, isPage: true, &context), node: .none, subtreeEnd: 1,
      content: .canvas(box: border, hasBorder: true))
  }

  /// The fragment that contains those of the document. It paints the canvas background, which comes from the root.
  ///
  /// The background is positioned relative to the root's whole box, as if all pages were one. Its height is not known
  /// yet.
  ///
  /// - Parameter positioning: the root's border box, at a negative y if it started on an earlier page.
  mutating func document(
    root: BoxID, page: PageStyle, pageArea area: Rect, positioning: Rect, context: inout LayoutContext
  ) -> Fragment {
    let box = page.box
    let frame = Rect(
      x: area.x - box.padding.left, y: area.y - box.padding.top,
      width: area.width + box.padding.left + box.padding.right,
      height: area.height + box.padding.top + box.padding.bottom)
    var rootStyle = context.tree[root].style
    var source = Self.canvasBox(context, root: root).map { context.tree[$0].style } ?? StyleID(0)
    if let turn = context.document.pageTurn {
      rootStyle = context.document.unturnedStyle(rootStyle, turn)
      source = context.document.unturnedStyle(source, turn)
    }
    let style = canvasStyle(background: source, box: rootStyle, &context)
    return Fragment(
      frame: frame, style: style, node: .none, subtreeEnd: 0,
      content: .canvas(box: Self.isFixed(context, root: root) ? area : positioning, hasBorder: false))
  }

  /// Whether all layers of the canvas background are `fixed`.
  static func isFixed(_ context: borrowing LayoutContext, root: BoxID) -> Bool {
    guard let box = canvasBox(context, root: root) else { return false }
    return context[box].paint.backgroundLayers.allSatisfy(\.isFixed)
  }

  /// The element whose background is used for the canvas: the root, or else its body (css-backgrounds-3 §2.11.2).
  static func canvasBox(_ context: borrowing LayoutContext, root: BoxID) -> BoxID? {
    if context[root].paint.hasBackground { return root }
    let document = context.document.document
    // Containment of the root or of its body stops the propagation (css-contain-2 §3).
    guard context[root].box.containment.isEmpty else { return nil }
    let body = context.tree.children(of: root).first {
      !context.tree[$0].node.isNone && document.isElement(context.tree[$0].node, .body)
    }
    return body.flatMap { context[$0].paint.hasBackground && context[$0].box.containment.isEmpty ? $0 : nil }
  }

  private mutating func canvasStyle(
    background: StyleID, box: StyleID, isPage: Bool = false, _ context: inout LayoutContext
  ) -> StyleID {
    let key = Key(background: background, box: box)
    if let known = canvasStyles[key] { return known }
    let style = context.document.canvasStyle(background: background, box: box, isPage: isPage)
    canvasStyles[key] = style
    return style
  }
}
