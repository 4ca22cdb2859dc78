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

  /// The padding boxes of the first and the last part of an inline box on the page.
  struct InlineParts {
    var first: Rect
    var last: Rect
    var isRightToLeft: Bool
  }

  /// The containing block that an inline box establishes: from the padding edges at the start of its first part on the
  /// page to those at the end of the last, so that its width may be negative (css-position-3 §2.1).
  mutating func containingBlock(of inline: InlinePlace, _ context: borrowing LayoutContext) -> Rect {
    if inlineParts[inline.block] == nil { inlineParts[inline.block] = parts(in: inline.block, context) }
    guard let parts = inlineParts[inline.block]?[inline.node] else {
      return Rect(x: inline.block.x, y: inline.block.y, width: 0, height: 0)
    }
    let (left, right) =
      parts.isRightToLeft ? (parts.last.x, parts.first.maxX) : (parts.first.x, parts.last.maxX)
    return Rect(x: left, y: parts.first.y, width: right - left, height: parts.last.maxY - parts.first.y)
  }

  /// The parts of all inline boxes in the lines of a block.
  private func parts(in block: BlockPlace, _ context: borrowing LayoutContext) -> [NodeID: InlineParts] {
    var parts: [NodeID: InlineParts] = [:]
    var open = [(fragment: context.page.fragments[block.fragment].firstChild, x: block.x, y: block.y)]
    while let (id, x, y) = open.popLast() {
      guard !id.isNone else { continue }
      let entry = context.page.fragments[id]
      open.append((entry.nextSibling, x, y))
      switch entry.content {
      case .position: break
      case .fragment(.inlineBox):
        let box = paddingBox(of: entry, x: x + entry.x, y: y + entry.y, context)
        let isRightToLeft = context[entry.style].text.direction == .rightToLeft
        parts[entry.node, default: InlineParts(first: box, last: box, isRightToLeft: isRightToLeft)].last = box
      default: continue
      }
      open.append((entry.firstChild, x + entry.x, y + entry.y))
    }
    return parts
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
