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
    let whole = tree[box].kind == .replaced ? layoutReplaced(box, space: inner) : layoutBlock(box, space: inner, from: nil)
    let consumed = token?.consumed ?? 0
    guard let page = space.page, consumed > 0 || !page.fits(whole.height) else { return whole }
    guard consumed > 0 || keepsWhole(whole.height, in: page) else {
      fragments.entries.removeSubrange(before...)
      return .doesNotFit
    }
    guard let shown = shownPart(of: whole.height - consumed, on: page) else { return whole }
    var result = whole
    result.fragment = window(on: whole.fragment, from: consumed, height: shown)
    result.height = shown
    if consumed > 0 { (result.firstBaseline, result.lastBaseline) = (nil, nil) }
    if consumed + shown < whole.height - PageSpace.tolerance {
      result.token = BreakToken(box: box, position: .remainder, consumed: consumed + shown)
      result.endMargin = MarginStrut()
    }
    return result
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
    let outer = fragments.add(
      .init(width: width, height: height, style: style, node: .none, box: .none, content: .position))
    let pane = fragments.add(
      .init(
        width: width + 2 * sides, height: height, style: windowStyle(), node: .none, box: .none, content: .fragment(.group)))
    fragments.append(pane, to: outer, x: -sides, y: 0)
    fragments.append(fragment, to: pane, x: sides, y: -start)
    return outer
  }

  /// The style of a window: it clips and draws nothing.
  private mutating func windowStyle() -> StyleID {
    if let known = clippingStyle { return known }
    var style = ComputedStyle()
    style.box.display = .block
    style.box.overflow = .hidden
    style.box.overflowX = .hidden
    style.box.overflowY = .hidden
    let id = document.add(style)
    clippingStyle = id
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
