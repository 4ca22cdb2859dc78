/// A part of monolithic content that is higher than a page, as one page shows it.
struct Slice {
  /// px from the top of the content. The background of the part before `end` fills the page to its end.
  var start, end: Double
  /// The height of the part on the page, px.
  var height: Double
}

/// Slices of monolithic content. Lines and images in it that fit on a page are not cut: one that extends beyond the
/// end of the page is on the next one, as are those beside it that start further down.
extension LayoutContext {
  /// Cuts content at the end of the page.
  /// - Parameters:
  ///   - fragment: the content. Lines and images outside the slice are removed from it.
  ///   - start: what earlier pages show.
  ///   - extent: the height of the content.
  /// - Returns: nil if it overflows a column, where content is not cut, or if there is no space at all.
  mutating func slice(
    _ fragment: FragmentID, from start: Double, extent: Double, on fragmentainer: Fragmentainer
  ) -> Slice? {
    guard !fragmentainer.isColumn, let height = shownPart(of: extent - start, on: fragmentainer) else { return nil }
    let limit = start + height
    let highest = start > 0 ? fragmentainer.end - fragmentainer.offset : fragmentainer.end
    let pieces = unbreakablePieces(of: fragment, notAbove: highest + Fragmentainer.tolerance)
    // What is directly in a line that is higher than a page is cut with it, unless boxes with lines are in it too.
    if !pieces.contains(where: { page.fragments[$0.fragment].isLine }) {
      return Slice(start: start, end: limit, height: height)
    }
    var slice = Slice(start: start, end: limit, height: height)
    if limit < extent - Fragmentainer.tolerance {
      for piece in pieces
      where piece.bottom > limit + Fragmentainer.tolerance && piece.top > start - Fragmentainer.tolerance {
        slice.end = min(slice.end, piece.top)
      }
      slice.end = max(slice.end, start + Fragmentainer.tolerance)
    } else {
      slice.end = .infinity
    }
    for piece in pieces
    where piece.top < (start > 0 ? start - 2 * Fragmentainer.tolerance : -.infinity)
      || piece.top >= slice.end - Fragmentainer.tolerance
    {
      page.fragments[piece.fragment].content = .position
      page.fragments[piece.fragment].node = .none
      page.fragments[piece.fragment].firstChild = .none
      page.fragments[piece.fragment].lastChild = .none
    }
    slice.end = min(slice.end, extent)
    return slice
  }

  private struct UnbreakablePiece {
    var fragment: FragmentID
    var top, bottom: Double
  }

  /// The outermost lines and images of at most a height, from the top of the content.
  private func unbreakablePieces(of fragment: FragmentID, notAbove highest: Double) -> [UnbreakablePiece] {
    var pieces: [UnbreakablePiece] = []
    var open: [(fragment: FragmentID, y: Double)] = [(fragment, -page.fragments[fragment].y)]
    while let (id, above) = open.popLast() {
      if id != fragment, !page.fragments[id].nextSibling.isNone { open.append((page.fragments[id].nextSibling, above)) }
      let top = above + page.fragments[id].y
      let isWhole: Bool
      switch page.fragments[id].content {
      case .text, .image: isWhole = true
      default: isWhole = page.fragments[id].isLine
      }
      if isWhole, id != fragment, page.fragments[id].height <= highest {
        pieces.append(UnbreakablePiece(fragment: id, top: top, bottom: top + page.fragments[id].height))
      } else if case .image = page.fragments[id].content {
        continue
      } else if !page.fragments[id].firstChild.isNone {
        open.append((page.fragments[id].firstChild, top))
      }
    }
    return pieces
  }
}
