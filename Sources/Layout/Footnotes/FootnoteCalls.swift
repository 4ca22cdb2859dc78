import Style

/// A footnote call on a page.
struct FootnoteCall {
  /// The box of the footnote.
  var box: BoxID
  /// The edges of the line of the call, and the top of the block that contains the line, from the searched fragment,
  /// px.
  var top, bottom: Double
  var blockTop: Double
}

extension LayoutContext {
  /// The footnotes called in a fragment, in order.
  func footnoteCalls(in root: FragmentID) -> [FootnoteCall] {
    guard !tree.footnotes.isEmpty else { return [] }
    var calls: [FootnoteCall] = []
    // Siblings are pushed before children, so that fragments are visited in document order.
    var open = [FootnoteSearch(fragment: root, y: -page.fragments[root].y)]
    while var place = open.popLast() {
      let entry = page.fragments[place.fragment]
      if !entry.nextSibling.isNone, place.fragment != root {
        var next = place
        next.fragment = entry.nextSibling
        open.append(next)
      }
      place.y += entry.y
      switch entry.content {
      case .outOfFlow where tree.footnotes.contains(entry.box):
        calls.append(FootnoteCall(box: entry.box, top: place.top, bottom: place.bottom, blockTop: place.blockTop))
      case .position, .column: (place.top, place.bottom) = (place.y, place.y + entry.height)
      default:
        if !entry.box.isNone, tree[entry.box].hasLines { place.blockTop = place.y }
      }
      guard !entry.firstChild.isNone else { continue }
      place.fragment = entry.firstChild
      open.append(place)
    }
    return calls
  }
}

/// A fragment to search. `y` is the position of its parent; the others are those of the nearest line and block.
private struct FootnoteSearch {
  var fragment: FragmentID
  var y: Double
  var top = 0.0
  var bottom = 0.0
  var blockTop = 0.0
}
