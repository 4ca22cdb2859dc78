import Markup
import Style

/// Containing blocks of inline boxes that are broken over lines.
struct InlineContainers {
  /// The padding box of the first fragment of an inline box that continues, and its page.
  private var starts: [NodeID: (page: Int, rect: Rect)] = [:]

  /// The containing block from the start of the first fragment on a page to the end of the current one (css-position-3
  /// §2.1), whose padding box is given.
  mutating func extend(
    _ rect: Rect, of entry: FragmentArena.Entry, isRightToLeft: Bool, page: Int
  ) -> Rect {
    guard !entry.edges.isSuperset(of: [.left, .right]), !entry.node.isNone else { return rect }
    if entry.edges.contains(isRightToLeft ? .right : .left) {
      starts[entry.node] = (page, rect)
      return rect
    }
    guard let first = starts[entry.node], first.page == page else { return rect }
    if entry.edges.contains(isRightToLeft ? .left : .right) { starts[entry.node] = nil }
    let y = min(first.rect.y, rect.y)
    let (x, maxX) =
      isRightToLeft
      ? (min(rect.x, first.rect.maxX), first.rect.maxX) : (first.rect.x, max(rect.maxX, first.rect.x))
    return Rect(x: x, y: y, width: maxX - x, height: rect.maxY - y)
  }
}
