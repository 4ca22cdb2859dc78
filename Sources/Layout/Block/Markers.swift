import Style
import TextShaping

/// The marker box of a list item outside its lines (css-lists-3 §3).
extension LayoutContext {
  /// px; the width available to a marker, whose lines never wrap.
  private static let widestMarker = 1e6

  /// The distance, px, by which floats that precede a list item intrude into its start, to the right.
  func markerShift(of part: BlockPart) -> Double {
    guard tree[part.box].marker != Box.absent, !part.isResumed, !part.isRoot, let floats = page.floats.last,
      !floats.isEmpty
    else { return 0 }
    let left = part.space.contextX + part.edges.margin.left + part.edges.left
    let right = left + part.edges.contentWidth
    let line = floats.lineEdges(at: part.space.contextY + part.top, height: 0, left: left, right: right)
    return self[part.box].text.direction == .rightToLeft ? line.right - right : line.left - left
  }

  /// Places the marker outside the border box, beside the first line of an item (css-lists-3 §3.5). An item without
  /// lines gets the height of one line.
  ///
  /// - Parameter shift: px by which preceding floats intrude into the first line.
  mutating func placeMarker(
    of box: BoxID, edges: UsedEdges, shift: Double, space: ConstraintSpace, into builder: inout BoxFragmentBuilder
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
      entry = self.entry(of: bullet, marker.style, baseline: baseline)
      gap = entry.width + 7
    case .box(let box):
      let (_, result) = layoutShrunk(box, space: space.child(width: Self.widestMarker))
      page.fragments[result.fragment].isMarker = true
      let width = page.fragments[result.fragment].width
      let ascent = result.firstBaseline ?? result.height
      // A marker that is higher than the first line above its baseline moves the content down.
      let excess = max(0, builder.y + ascent - baseline)
      if excess > 0, builder.next == nil {
        page.fragments.moveChildren(of: builder.fragment, x: 0, y: excess)
        builder.move(by: excess)
      }
      let x = (isRTL ? edges.borderBoxWidth : -width) + shift
      // Before the text that it is read before.
      page.fragments.prepend(result.fragment, to: builder.fragment, x: x, y: (builder.firstBaseline ?? 0) - ascent)
      return
    }
    let fragment = page.fragments.add(entry)
    let x = (isRTL ? edges.borderBoxWidth + gap : -entry.width - gap) + shift
    page.fragments.append(fragment, to: builder.fragment, x: x, y: entry.y)
  }

  /// The fragment of a bullet, with its top. Sizes are as in browsers: the bullet is a third of the ascent wide and half
  /// an ascent above the baseline.
  mutating func entry(of bullet: Fragment.Bullet, _ style: StyleID, baseline: Double) -> FragmentArena.Entry {
    let isCentred = self[style].text.vertical.isCentred
    let ascent = isCentred ? shaper.metrics(font(style)).ascent.rounded() : lineMetrics(style).ascent
    let size = (ascent * 2 / 3 + 1) / 2
    var entry = FragmentArena.Entry(
      width: size, height: size, style: style, node: .none, box: .none, content: .fragment(.bullet(bullet)))
    entry.y = isCentred ? baseline - size / 2 : baseline - ascent + 3 * (ascent - ascent * 2 / 3) / 2
    return entry
  }
}
