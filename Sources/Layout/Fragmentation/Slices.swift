import Style

/// A part of monolithic content that is higher than a page, as one page shows it.
struct Slice {
  /// The distances from the top of the content, px. The background of the part before `end` fills the page to its end.
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
  /// - Returns: nil if it overflows a column that does not end with the page, where content is not cut, or if there is
  ///   no space at all.
  mutating func slice(
    _ fragment: FragmentID, from start: Double, extent: Double, on fragmentainer: Fragmentainer
  ) -> Slice? {
    guard fragmentainer.slices, let height = shownPart(of: extent - start, on: fragmentainer) else { return nil }
    let limit = start + height
    let highest = start > 0 ? fragmentainer.end - fragmentainer.offset : fragmentainer.end
    let pieces = unbreakablePieces(of: fragment, notAbove: highest + Fragmentainer.tolerance)
    var slice = Slice(start: start, end: limit, height: height)
    let isLast = limit >= extent - Fragmentainer.tolerance
    // What is directly in a line that is higher than a page is cut with it, unless boxes with lines are in it too.
    let cuts = !pieces.contains { page.fragments[$0.fragment].isLine }
    if isLast {
      slice.end = .infinity
    } else if !cuts {
      for piece in pieces
      where piece.bottom > limit + Fragmentainer.tolerance && piece.top > start - Fragmentainer.tolerance {
        slice.end = min(slice.end, piece.top)
      }
      slice.end = max(slice.end, start + Fragmentainer.tolerance)
    }
    for piece in pieces where !cuts || isOutOfFlow(piece.fragment) {
      let isAbove = start > 0 && piece.top < start - 2 * Fragmentainer.tolerance
      if isAbove || piece.top >= slice.end - Fragmentainer.tolerance { remove(piece) }
    }
    slice.end = min(slice.end, extent)
    return slice
  }

  private func isOutOfFlow(_ fragment: FragmentID) -> Bool {
    switch page.fragments[fragment].content {
    case .outOfFlow, .alignedOutOfFlow: true
    default: false
    }
  }

  /// Removes a line or image. The places of positioned boxes in it stay if the boxes may be on other pages.
  private mutating func remove(_ piece: UnbreakablePiece) {
    let kept = piece.isClipped ? places(in: piece.fragment) : []
    page.fragments[piece.fragment].content = .position
    page.fragments[piece.fragment].node = .none
    page.fragments[piece.fragment].firstChild = .none
    page.fragments[piece.fragment].lastChild = .none
    for place in kept {
      page.fragments[place.fragment].nextSibling = .none
      page.fragments.append(place.fragment, to: piece.fragment, x: place.x, y: place.y)
    }
  }

  /// The places of positioned boxes in a line whose containing block is outside of it, relative to the line.
  private func places(in line: FragmentID) -> [(fragment: FragmentID, x: Double, y: Double)] {
    var found: [(fragment: FragmentID, x: Double, y: Double)] = []
    var open = [(fragment: page.fragments[line].firstChild, x: 0.0, y: 0.0)]
    while let (id, left, above) = open.popLast() {
      guard !id.isNone else { continue }
      let entry = page.fragments[id]
      open.append((entry.nextSibling, left, above))
      let (x, y) = (left + entry.x, above + entry.y)
      if isOutOfFlow(id) {
        found.append((id, x, y))
      } else if self[entry.style].box.position == .static, !self[entry.style].containsPositioned {
        open.append((entry.firstChild, x, y))
      }
    }
    return found
  }

  private struct UnbreakablePiece {
    var fragment: FragmentID
    var top, bottom: Double
    /// It is in a box that clips the positioned boxes in it.
    var isClipped: Bool
  }

  /// The outermost lines and images of at most a height, from the top of the content, and the places of positioned boxes
  /// that the content does not clip. Those that it clips may be on other pages than their places.
  private func unbreakablePieces(of fragment: FragmentID, notAbove highest: Double) -> [UnbreakablePiece] {
    var pieces: [UnbreakablePiece] = []
    let isClipped = isInClippedBox(page.fragments[fragment].box)
    var open = [(fragment: fragment, y: -page.fragments[fragment].y, isClipped: isClipped)]
    while let (id, above, isClipped) = open.popLast() {
      if id != fragment, !page.fragments[id].nextSibling.isNone {
        open.append((page.fragments[id].nextSibling, above, isClipped))
      }
      let top = above + page.fragments[id].y
      let isWhole: Bool
      switch page.fragments[id].content {
      case .text, .image: isWhole = true
      case .outOfFlow, .alignedOutOfFlow: isWhole = !isClipped
      default: isWhole = page.fragments[id].isLine
      }
      if isWhole, id != fragment, page.fragments[id].height <= highest {
        pieces.append(
          UnbreakablePiece(fragment: id, top: top, bottom: top + page.fragments[id].height, isClipped: isClipped))
      } else if case .image = page.fragments[id].content {
        continue
      } else if hasTurnedContent(in: id) {
        // Its lines are as long as it is high, and are cut.
        continue
      } else if !page.fragments[id].firstChild.isNone {
        open.append((page.fragments[id].firstChild, top, isClipped || clipsPositioned(page.fragments[id].style)))
      }
    }
    return pieces
  }

  private func isInClippedBox(_ box: BoxID) -> Bool {
    var ancestor = box.isNone ? box : tree[box].parent
    while !ancestor.isNone {
      if isContaining(tree[ancestor].style), self[tree[ancestor].style].box.overflow != .visible { return true }
      ancestor = tree[ancestor].parent
    }
    return false
  }

  /// Whether a box contains all positioned boxes in it, or clips those that it contains.
  private func clipsPositioned(_ style: StyleID) -> Bool {
    self[style].containsPositioned || self[style].box.position != .static && self[style].box.overflow != .visible
  }

  private func isContaining(_ style: StyleID) -> Bool {
    self[style].containsPositioned || self[style].box.position != .static
  }
}
