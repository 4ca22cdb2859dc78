import Style
import TextShaping

/// The marker box of a list item outside its lines (css-lists-3 §3).
extension LayoutContext {
  /// px; the width available to a marker, whose lines never wrap.
  private static let widestMarker = 1e6

  /// Places the marker beside the first line of an item. An item without lines gets the height of one line.
  mutating func placeMarker(
    of box: BoxID, edges: UsedEdges, space: ConstraintSpace, into builder: inout BoxFragmentBuilder
  ) {
    guard tree[box].marker != Box.absent else { return }
    let marker = tree.markers[Int(tree[box].marker)]
    let font = lineMetrics(marker.style)
    let lineHeight = lineHeight(marker.style)
    let halfLeading = ((lineHeight - font.ascent - font.descent) / 2).rounded(.down)
    if builder.firstBaseline == nil {
      builder.firstBaseline = builder.y + halfLeading + font.ascent
      if builder.bottom < lineHeight, builder.next == nil { builder.bottom = lineHeight }
    }
    let baseline = builder.firstBaseline ?? 0
    let isRTL = self[box].text.direction == .rightToLeft
    let entry: FragmentArena.Entry
    let gap: Double
    switch marker.kind {
    case .bullet(let bullet):
      // Sizes as in browsers: the bullet is a third of the ascent wide and half an ascent above the baseline.
      let size = (font.ascent * 2 / 3 + 1) / 2
      gap = font.ascent * 2 / 3 + 8 - size
      var bulletEntry = FragmentArena.Entry(
        width: size, height: size, style: marker.style, node: .none, box: .none, content: .fragment(.bullet(bullet)))
      bulletEntry.y = baseline - font.ascent + 3 * (font.ascent - font.ascent * 2 / 3) / 2
      entry = bulletEntry
    case .box(let box):
      let (_, result) = layoutShrunk(box, space: space.child(width: Self.widestMarker))
      page.fragments[result.fragment].isMarker = true
      let width = page.fragments[result.fragment].width
      let ascent = result.firstBaseline ?? result.height
      let x = isRTL ? builder.x + edges.contentWidth : builder.x - width
      page.fragments.append(result.fragment, to: builder.fragment, x: x, y: baseline - ascent)
      return
    }
    let fragment = page.fragments.add(entry)
    let x = isRTL ? builder.x + edges.contentWidth + gap : builder.x - entry.width - gap
    page.fragments.append(fragment, to: builder.fragment, x: x, y: entry.y)
  }
}
