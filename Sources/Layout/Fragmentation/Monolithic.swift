import Style

/// What is never broken (css-break-3 §4.1: monolithic): replaced boxes, boxes with `contain: size`, single lines.
///
/// Where one is higher than a page it is laid out whole for each page that it reaches, and shown through a window: as
/// if it had been cut, with what follows below its end.
extension Flow {
  func isMonolithic(_ box: BoxID) -> Bool { self[box].box.containsSize }

  /// Lays a box out whole; it goes to the next page where it does not fit, and is cut where it can't.
  mutating func layoutMonolithic(_ box: BoxID, space: BlockSpace, from token: BreakToken?) -> BlockResult {
    var inner = space
    inner.page = nil
    inner.allowsSpanners = false
    let before = fragments.entries.count
    let whole =
      tree[box].kind == .replaced ? layoutReplaced(box, space: inner) : layoutBlock(box, space: inner, from: nil)
    let consumed = token?.consumed ?? 0
    guard let page = space.page else { return whole }
    // What overflows a box that is not broken is not broken either, and goes on where the box has ended.
    let extent = tree[box].kind == .replaced ? whole.height : max(whole.height, overflowBottom(of: whole.fragment))
    guard consumed > 0 || !page.fits(extent) else { return whole }
    guard consumed > 0 || keepsWhole(whole.height, in: page) else {
      fragments.entries.removeSubrange(before...)
      return .doesNotFit
    }
    guard let shown = shownPart(of: extent - consumed, on: page) else { return whole }
    var result = whole
    result.fragment = window(on: whole.fragment, from: consumed, height: shown)
    result.height = min(shown, max(0, whole.height - consumed))
    if consumed > 0 { (result.firstBaseline, result.lastBaseline) = (nil, nil) }
    guard consumed + shown < extent - PageSpace.tolerance else { return result }
    result.token = BreakToken(box: box, position: .remainder, consumed: consumed + shown)
    if consumed + shown < whole.height - PageSpace.tolerance {
      result.endMargin = MarginStrut()
    } else {
      result.token?.isAtEnd = true
      result.isParallel = true
    }
    return result
  }

  /// The lowest edge of what shows in a fragment, from its top.
  private func overflowBottom(of fragment: FragmentID) -> Double {
    var bottom = fragments[fragment].height
    var open: [(fragment: FragmentID, y: Double)] = [(fragment, -fragments[fragment].y)]
    while let (id, above) = open.popLast() {
      let entry = fragments[id]
      if id != fragment, !entry.nextSibling.isNone { open.append((entry.nextSibling, above)) }
      let y = above + entry.y
      switch entry.content {
      case .outOfFlow, .alignedOutOfFlow, .position: break
      default: bottom = max(bottom, y + entry.height)
      }
      if !entry.firstChild.isNone, self[entry.style].box.overflowY == .visible { open.append((entry.firstChild, y)) }
    }
    return bottom
  }

  /// How much of something that is not broken a page shows; nil where it sticks out of a column, or has no room at all.
  func shownPart(of height: Double, on page: PageSpace) -> Double? {
    guard !page.isColumn, page.end < .infinity else { return nil }
    let shown = min(height, page.end - page.offset)
    return shown >= 1 || shown >= height ? shown : nil
  }

  /// A fragment that shows the part of another from `start` on, clipped above and below only.
  mutating func window(on fragment: FragmentID, from start: Double, height: Double) -> FragmentID {
    let sides = 100_000.0
    let width = fragments[fragment].width
    let style = fragments[fragment].style
    let position = self[style].box.position
    // Only what holds a positioned box clips it.
    let holdsPositioned = position == .absolute || position == .fixed
    let outer = fragments.add(
      .init(width: width, height: height, style: style, node: .none, box: .none, content: .position))
    let pane = fragments.add(
      .init(
        width: width + 2 * sides, height: height, style: windowStyle(holdsPositioned: holdsPositioned), node: .none,
        box: .none, content: .fragment(.group)))
    fragments.append(pane, to: outer, x: -sides, y: 0)
    fragments.append(fragment, to: pane, x: sides, y: -start)
    return outer
  }

  /// The style of a window: it clips and draws nothing.
  private mutating func windowStyle(holdsPositioned: Bool) -> StyleID {
    if let known = holdsPositioned ? positionedClippingStyle : clippingStyle { return known }
    var style = ComputedStyle()
    style.box.display = .block
    style.box.overflow = .hidden
    style.box.overflowX = .hidden
    style.box.overflowY = .hidden
    if holdsPositioned { style.box.position = .relative }
    let id = document.add(style)
    if holdsPositioned { positionedClippingStyle = id } else { clippingStyle = id }
    return id
  }

  /// False where something that can't be broken has to wait for the next page; notes what is missing or sticks out.
  @discardableResult
  mutating func keepsWhole(_ bottom: Double, in page: PageSpace?, isFirst: Bool = true) -> Bool {
    guard let page, !page.fits(bottom) else { return true }
    let isKept = page.mustProgress && isFirst
    columnFit.note(bottom, in: page, isKept: isKept)
    return isKept
  }
}
