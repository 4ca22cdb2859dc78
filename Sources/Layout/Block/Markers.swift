import Style
import TextShaping

/// The marker box of a list item, outside its lines (css-lists-3 §3).
extension Flow {
  /// Markers do not wrap: their lines are as long as they need, px.
  private static let widestMarker = 1e6

  /// Puts the marker beside the first line of an item; an item without lines gets the height of one.
  mutating func placeMarker(of box: BoxID, edges: UsedEdges, into flow: inout BlockFlow) {
    guard tree[box].marker != Box.absent else { return }
    let marker = tree.markers[Int(tree[box].marker)]
    let font = lineMetrics(marker.style)
    let lineHeight = lineHeight(marker.style)
    let halfLeading = ((lineHeight - font.ascent - font.descent) / 2).rounded(.down)
    if flow.firstBaseline == nil {
      flow.firstBaseline = flow.y + halfLeading + font.ascent
      if flow.bottom < lineHeight, flow.next == nil { flow.bottom = lineHeight }
    }
    let baseline = flow.firstBaseline ?? 0
    let isRTL = self[box].text.direction == .rightToLeft
    let entry: FragmentArena.Entry
    let gap: Double
    switch marker.kind {
    case .bullet(let bullet):
      // The sizes that browsers have settled on: a bullet of a third of the ascent, half an ascent above the baseline.
      let size = (font.ascent * 2 / 3 + 1) / 2
      gap = font.ascent * 2 / 3 + 8 - size
      var bulletEntry = FragmentArena.Entry(
        width: size, height: size, style: marker.style, node: .none, box: .none, content: .fragment(.bullet(bullet)))
      bulletEntry.y = baseline - font.ascent + 3 * (font.ascent - font.ascent * 2 / 3) / 2
      entry = bulletEntry
    case .box(let box):
      let (_, result) = layoutShrunk(box, space: BlockSpace(width: Self.widestMarker))
      fragments[result.fragment].isMarker = true
      let width = fragments[result.fragment].width
      let ascent = result.firstBaseline ?? result.height
      let x = isRTL ? flow.x + edges.contentWidth : flow.x - width
      fragments.append(result.fragment, to: flow.fragment, x: x, y: baseline - ascent)
      return
    }
    let fragment = fragments.add(entry)
    let x = isRTL ? flow.x + edges.contentWidth + gap : flow.x - entry.width - gap
    fragments.append(fragment, to: flow.fragment, x: x, y: entry.y)
  }
}
