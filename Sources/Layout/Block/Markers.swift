import Style
import TextShaping

/// The marker box of a list item, outside its lines (css-lists-3 §3).
extension Flow {
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
    case .text(let inline):
      let shaped = shape(inline)
      let text = Int(shaped.text)
      guard !texts[text].runs.isEmpty else { return }
      gap = 0
      var x = 0.0
      let line = fragments.add(
        .init(width: 0, height: lineHeight, style: marker.style, node: .none, box: .none, content: .position))
      for run in texts[text].runs.indices {
        let glyphs = texts[text].runs[run].glyphs
        let width = texts[text].advance(run: run, glyphs: glyphs)
        let face = shaper.metrics(face: texts[text].runs[run].face)
        let slice = TextSlice(text: UInt32(text), run: UInt32(run), glyphs: glyphs, baseline: 0)
        let piece = fragments.add(
          .init(
            width: width, height: face.ascent + face.descent, style: marker.style, node: .none, box: .none,
            content: .text(slice, ascent: face.ascent)))
        fragments.append(piece, to: line, x: x, y: 0)
        fragments[piece].y = -face.ascent
        x += width
      }
      fragments[line].width = x
      let place = isRTL ? flow.x + edges.contentWidth : flow.x - x
      fragments.append(line, to: flow.fragment, x: place, y: baseline)
      return
    }
    let fragment = fragments.add(entry)
    let x = isRTL ? flow.x + edges.contentWidth + gap : flow.x - entry.width - gap
    fragments.append(fragment, to: flow.fragment, x: x, y: entry.y)
  }
}
