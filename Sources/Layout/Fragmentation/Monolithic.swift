import Style

/// Monolithic content, which is never broken (css-break-3 §4.1): replaced boxes, boxes with `contain: size` or
/// `max-lines`, formulas, single lines.
///
/// If it is higher than a page it is laid out in one piece on each page it reaches and shown through a window, as if
/// it were sliced (`Slices.swift`). Its height is limited, because each page lays out all of it.
extension LayoutContext {
  /// The height of monolithic content, in pages.
  static let maxSlices = 100

  /// Fails if monolithic content is higher than `maxSlices` pages.
  mutating func checkSlices(_ height: Double, on fragmentainer: Fragmentainer, _ box: BoxID) {
    guard fragmentainer.slices, height > Double(Self.maxSlices) * max(1, fragmentainer.end) else { return }
    fail(
      .tooManySlices,
      "The content of this element cannot be broken, such as that of an inline-block, and is more than \(Self.maxSlices) "
        + "pages high.", box)
  }

  /// Whether a block container is never broken.
  func isMonolithic(_ box: BoxID) -> Bool {
    self[box].box.containment.contains(.size) || self[box].box.lineLimit != nil || isFormula(box)
  }

  /// Lays out a box in one piece. It moves to the next page if it does not fit, and is sliced if it cannot move.
  mutating func layoutMonolithic(_ box: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    var inner = space
    inner.fragmentainer = nil
    inner.allowsSpanners = false
    let before = page.fragments.checkpoint
    let whole =
      tree[box].kind == .replaced ? layoutReplaced(box, space: inner) : layoutBlock(box, space: inner, from: nil)
    let consumed = token?.consumed ?? 0
    // After a failure, such as too many nested columns, there is no fragment.
    guard let fragmentainer = space.fragmentainer, whole.fits else { return whole }
    // Content that overflows a monolithic box is not broken either, and continues after the end of the box.
    let extent = tree[box].kind == .replaced ? whole.height : max(whole.height, overflowBottom(of: whole.fragment))
    guard consumed > 0 || !fragmentainer.fits(extent) else { return whole }
    if tree[box].kind != .replaced { checkSlices(extent, on: fragmentainer, box) }
    guard consumed > 0 || keepsWhole(whole.height, in: fragmentainer) else {
      page.fragments.rewind(to: before)
      return .doesNotFit
    }
    guard let slice = slice(whole.fragment, from: consumed, extent: extent, on: fragmentainer) else { return whole }
    var result = whole
    result.fragment = window(on: whole.fragment, from: consumed, height: slice.height)
    result.height = min(slice.height, max(0, whole.height - consumed))
    if consumed > 0 { (result.firstBaseline, result.lastBaseline) = (nil, nil) }
    guard slice.end < extent - Fragmentainer.tolerance else { return result }
    result.token = BreakToken(box: box, position: .remainder, consumed: slice.end)
    if slice.end < whole.height - Fragmentainer.tolerance {
      result.endMargin = MarginStrut()
    } else {
      result.token?.isAtEnd = true
      result.isParallel = true
    }
    return result
  }

  /// The bottom edge of the visible content of a fragment, from its top.
  func overflowBottom(of fragment: FragmentID) -> Double {
    var bottom = page.fragments[fragment].height
    var open: [(fragment: FragmentID, y: Double)] = [(fragment, -page.fragments[fragment].y)]
    while let (id, above) = open.popLast() {
      let entry = page.fragments[id]
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

  /// The height of monolithic content shown on a page. Returns nil if there is no space at all.
  func shownPart(of height: Double, on fragmentainer: Fragmentainer) -> Double? {
    guard fragmentainer.end < .infinity else { return nil }
    let shown = min(height, fragmentainer.end - fragmentainer.offset)
    return shown >= 1 || shown >= height ? shown : nil
  }

  /// A fragment that shows the part of another one from `start` on, clipped only at the top and bottom.
  mutating func window(on fragment: FragmentID, from start: Double, height: Double) -> FragmentID {
    let sides = 100_000.0
    let width = page.fragments[fragment].width
    let style = page.fragments[fragment].style
    let position = self[style].box.position
    // A positioned fragment is only clipped by its containing block.
    let holdsPositioned = position == .absolute || position == .fixed
    let outer = page.fragments.add(
      .init(width: width, height: height, style: style, node: .none, box: .none, content: .position))
    let pane = page.fragments.add(
      .init(
        width: width + 2 * sides, height: height, style: windowStyle(holdsPositioned: holdsPositioned), node: .none,
        box: .none, content: .fragment(.group)))
    page.fragments.append(pane, to: outer, x: -sides, y: 0)
    page.fragments.append(fragment, to: pane, x: sides, y: -start)
    return outer
  }

  /// The style of a window, which clips and paints nothing.
  private mutating func windowStyle(holdsPositioned: Bool) -> StyleID {
    if let known = holdsPositioned ? caches.styles.positionedWindow : caches.styles.window { return known }
    var style = ComputedStyle()
    style.box.display = .block
    style.box.overflow = .hidden
    style.box.overflowX = .hidden
    style.box.overflowY = .hidden
    if holdsPositioned { style.box.position = .relative }
    let id = document.add(style)
    if holdsPositioned { caches.styles.positionedWindow = id } else { caches.styles.window = id }
    return id
  }

  func isWindow(_ entry: FragmentArena.Entry) -> Bool {
    entry.box.isNone && (entry.style == caches.styles.window || entry.style == caches.styles.positionedWindow)
  }

  /// Returns false if monolithic content has to wait for the next page. Records by how much it does not fit.
  @discardableResult
  mutating func keepsWhole(_ bottom: Double, in fragmentainer: Fragmentainer?, isFirst: Bool = true) -> Bool {
    guard let fragmentainer, !fragmentainer.fits(bottom) else { return true }
    let isKept = isFirst && fragmentainer.keeps(height: bottom)
    page.columnFit.recordBottom(bottom, in: fragmentainer, isKept: isKept)
    return isKept
  }
}
