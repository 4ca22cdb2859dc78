import Markup
import Style

/// Positioned inline boxes as containing blocks (CSS 2.2 §10.1).
extension PageCollector {
  /// The fragment of a block and its position on the page, px.
  struct BlockPlace: Hashable {
    var fragment: FragmentID
    var x, y: Double
  }

  /// An inline box by its element, and the block that holds its lines.
  struct InlinePlace: Hashable {
    var node: NodeID
    var block: BlockPlace
  }

  /// The containing block that an inline box establishes: from the top left padding edge of its first part on the page
  /// to the bottom right padding edge of the last, so that its width may be negative.
  mutating func containingBlock(of inline: InlinePlace, _ context: borrowing LayoutContext) -> Rect {
    if let known = inlineRects[inline] { return known }
    var first: Rect?
    var last = Rect(x: inline.block.x, y: inline.block.y, width: 0, height: 0)
    var open = [
      (fragment: context.page.fragments[inline.block.fragment].firstChild, x: inline.block.x, y: inline.block.y)
    ]
    while let (id, x, y) = open.popLast() {
      guard !id.isNone else { continue }
      let entry = context.page.fragments[id]
      open.append((entry.nextSibling, x, y))
      switch entry.content {
      case .position: break
      case .fragment(.inlineBox) where entry.node == inline.node:
        last = paddingBox(of: entry, x: x + entry.x, y: y + entry.y, context)
        first = first ?? last
        continue
      case .fragment(.inlineBox): break
      default: continue
      }
      open.append((entry.firstChild, x + entry.x, y + entry.y))
    }
    let start = first ?? last
    let rect = Rect(x: start.x, y: start.y, width: last.maxX - start.x, height: last.maxY - start.y)
    inlineRects[inline] = rect
    return rect
  }

  private func paddingBox(
    of entry: FragmentArena.Entry, x: Double, y: Double, _ context: borrowing LayoutContext
  ) -> Rect {
    let border = context[entry.style].box.borderWidth
    let left = entry.edges.contains(.left) ? border.left : 0
    let right = entry.edges.contains(.right) ? border.right : 0
    return Rect(
      x: x + left, y: y + border.top, width: entry.width - left - right,
      height: entry.height - border.top - border.bottom)
  }
}
