import Style

/// Floats, and boxes that overflow, which continue on the next page parallel to the flow (css-break-3 §3).
extension LayoutContext {
  /// Places a float between blocks, broken between pages if necessary. If it has to wait for the next page, the flow
  /// continues without it.
  mutating func addFloat(_ box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace) {
    let top = builder.adjoinsStart && !builder.hasContent ? builder.bottom : builder.bottom + builder.margin.sum
    if page.floats.isEmpty { page.floats.append(FloatContext()) }
    let outcome = placeFloat(
      box, at: top, space: space, waits: builder.unfinished.contains { $0.isBefore }, isPageTop: !builder.hasContent,
      from: nil)
    take(outcome, into: &builder, space: space)
  }

  /// Lays out, at the top of the page, what earlier pages left of floats and overflowing boxes.
  mutating func resumeParallel(_ tokens: [BreakToken], into builder: inout BoxFragmentBuilder, space: ConstraintSpace) {
    guard space.fragmentainer != nil else { return }
    if page.floats.isEmpty { page.floats.append(FloatContext()) }
    for token in tokens {
      if isFloat(token.box) {
        let outcome = placeFloat(
          token.box, at: 0, space: space, waits: builder.unfinished.contains { $0.isBefore }, isPageTop: true,
          from: token)
        take(outcome, into: &builder, space: space)
      } else {
        resumeOverflow(token, into: &builder, space: space)
      }
    }
  }

  private mutating func take(_ outcome: FloatPlacement, into builder: inout BoxFragmentBuilder, space: ConstraintSpace)
  {
    if let token = outcome.token {
      builder.unfinished.append(token)
      builder.hasOpenFloats = builder.hasOpenFloats || !token.isAtEnd
    }
    guard let fragment = outcome.fragment else { return }
    page.fragments.append(
      fragment, to: builder.fragment, x: builder.x + outcome.place.x, y: builder.y + outcome.place.y)
    moveIfRelative(fragment, containerWidth: space.width, containerHeight: space.height)
  }

  /// Lays out the content that overflows a box which ended on an earlier page.
  private mutating func resumeOverflow(
    _ token: BreakToken, into builder: inout BoxFragmentBuilder, space: ConstraintSpace
  ) {
    var inner = space
    inner.fragmentainer = space.fragmentainer?.moved(by: 0, mustProgress: true)
    let result = layout(token.box, space: inner, from: token)
    guard result.fits else { return }
    page.fragments.append(result.fragment, to: builder.fragment, x: builder.x + result.marginLeft, y: builder.y)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    guard let next = result.token else { return }
    builder.unfinished.append(next)
    builder.hasOpenFloats = builder.hasOpenFloats || result.hasOpenFloats
  }

  /// The placement of a float: its fragment, its position from the content edge, and its break token.
  struct FloatPlacement {
    var fragment: FragmentID?
    var place = Point(x: 0, y: 0)
    var token: BreakToken?
    /// The width of its margin box.
    var width = 0.0
    /// The float as laid out, to place it again; nil if an earlier page holds its first part.
    var laidOut: LaidOutFloat?
  }

  /// Lays out a float and places it in the innermost float context.
  ///
  /// - Parameters:
  ///   - top: the least y of its margin edge, from the content edge.
  ///   - waits: a preceding float continues on the next page, and this one must not be placed before it (CSS 2.2
  ///     §9.5.1 rule 5).
  ///   - isPageTop: no in-flow content precedes it on this page.
  ///   - known: its layout in the same space, if it was placed before and is not in the fragment tree.
  mutating func placeFloat(
    _ box: BoxID, at top: Double, space: ConstraintSpace, waits: Bool, isPageTop: Bool, from token: BreakToken?,
    known: LaidOutFloat? = nil
  ) -> FloatPlacement {
    let outcome = place(box, at: top, space: space, waits: waits, isPageTop: isPageTop, from: token, known: known)
    if let token = outcome.token, !token.isAtEnd {
      page.innermostFloats.recordContinuation(isLeft: self[box].box.float == .left)
    }
    return outcome
  }

  private mutating func place(
    _ box: BoxID, at top: Double, space: ConstraintSpace, waits: Bool, isPageTop: Bool, from token: BreakToken?,
    known: LaidOutFloat?
  ) -> FloatPlacement {
    var waiting = FloatPlacement()
    waiting.token = token ?? BreakToken(box: box, position: .before)
    if waits || page.innermostFloats.continues(self[box].box.clear) { return waiting }
    let resumed = token.flatMap { $0.isBefore ? nil : $0 }
    if resumed == nil, let known, let again = placeAgain(known, box, at: top, space: space, isPageTop: isPageTop) {
      return again
    }
    guard let fragmentainer = space.fragmentainer else {
      let whole = layoutFloat(box, space: space)
      return placed(LaidOutFloat(part: whole, size: whole.marginBox), box, at: top, space: space)
    }
    if resumed == nil {
      let first = layoutFirstPart(
        of: box, at: top, space: space, fragmentainer: fragmentainer, isPageTop: isPageTop)
      return placed(first, box, at: top, space: space)
    }
    let (float, result) = layoutBrokenFloat(
      box, space: space, fragmentainer: fragmentainer.moved(by: top, mustProgress: true), from: resumed)
    guard result.fits else { return waiting }
    var outcome = placed(float, box, at: top, space: space)
    outcome.token = result.token
    return outcome
  }

  /// Lays out what is on this page of a float that starts on it.
  private mutating func layoutFirstPart(
    of box: BoxID, at top: Double, space: ConstraintSpace, fragmentainer: Fragmentainer, isPageTop: Bool
  ) -> LaidOutFloat {
    let before = page.fragments.checkpoint
    let whole = layoutFloat(box, space: space)
    let y = floatPlace(whole.marginBox, box: box, at: space.contextY + top, space: space).y - space.contextY
    let fits = fragmentainer.fits(y + whole.marginBox.height)
    let overflows = fits && overflowsPage(whole, of: box, at: y, in: fragmentainer)
    if fits, !overflows, !hasForcedBreaks(box) { return LaidOutFloat(part: whole, size: whole.marginBox) }
    if !fits { page.columnFit.recordBottom(y + whole.marginBox.height, in: fragmentainer) }
    page.fragments.rewind(to: before)
    var first = LaidOutFloat(size: whole.marginBox, breaksAt: (y, isPageTop))
    if let broken = breakFloat(
      box, whole, y: y, space: space, fragmentainer: fragmentainer, isPageTop: isPageTop, fits: fits)
    {
      (first.part, first.token) = (broken.float, broken.token)
    } else if fits {
      first.part = layoutFloat(box, space: space)
    } else {
      first.token = BreakToken(box: box, position: .before)
    }
    return first
  }

  /// Places a float that was laid out before. Returns nil if its layout could be another one at its new place.
  private mutating func placeAgain(
    _ known: LaidOutFloat, _ box: BoxID, at top: Double, space: ConstraintSpace, isPageTop: Bool
  ) -> FloatPlacement? {
    let y = floatPlace(known.size, box: box, at: space.contextY + top, space: space).y - space.contextY
    if let old = known.breaksAt {
      guard y == old.y, isPageTop == old.isPageTop else { return nil }
    } else if let fragmentainer = space.fragmentainer {
      guard let part = known.part, fragmentainer.fits(y + known.size.height),
        !overflowsPage(part, of: box, at: y, in: fragmentainer)
      else { return nil }
    }
    return placed(known, box, at: top, space: space)
  }

  /// Floats in more floats than this are not broken where only their content does not fit.
  private static let deepestOverflow = 8

  /// Whether a float fits on the page, but not its content.
  private func overflowsPage(_ float: FloatResult, of box: BoxID, at y: Double, in fragmentainer: Fragmentainer) -> Bool
  {
    // Each level lays out all floats in it once more, in one piece.
    guard page.floats.count <= Self.deepestOverflow else { return false }
    guard tree[box].kind != .replaced, self[box].box.overflowY == .visible else { return false }
    return !fragmentainer.fits(y + float.edges.margin.top + overflowBottom(of: float.fragment))
  }

  /// Lays out a float that does not fit in one piece or contains forced breaks. Returns nil if the break is neither
  /// good nor unavoidable.
  private mutating func breakFloat(
    _ box: BoxID, _ whole: FloatResult, y: Double, space: ConstraintSpace, fragmentainer: Fragmentainer,
    isPageTop: Bool, fits: Bool
  ) -> (float: FloatResult, token: BreakToken?)? {
    let must = fragmentainer.mustProgress && isPageTop && y <= Fragmentainer.tolerance
    let before = page.fragments.checkpoint
    let margin = whole.edges.margin.top
    var inner = fragmentainer.moved(by: y, mustProgress: must)
    if margin > 0 { inner = inner.belowEdge() }
    var (float, result) = layoutBrokenFloat(box, space: space, fragmentainer: inner.moved(by: margin), from: nil)
    if !result.fits, must, margin > 0, fragmentainer.nextExtent == nil {
      // Nothing fits below the margin, which is cut off as at a break.
      (float, result) = layoutBrokenFloat(
        box, space: space, fragmentainer: fragmentainer.moved(by: y, mustProgress: true), from: nil, cutsMargin: true)
    }
    // Its own floats break without regard to it.
    let avoids = avoidsBreaks(box, in: fragmentainer)
    let isGood =
      result.fits
      && (must || result.isParallel || result.appeal == .perfect && (fits || result.token != nil && !avoids))
    guard isGood else {
      page.fragments.rewind(to: before)
      return nil
    }
    return (float, result.token)
  }

  private mutating func placed(
    _ laidOut: LaidOutFloat, _ box: BoxID, at top: Double, space: ConstraintSpace
  ) -> FloatPlacement {
    var outcome = laidOut.part.map { placed($0, box, at: top, space: space) } ?? FloatPlacement()
    outcome.token = laidOut.token
    outcome.laidOut = laidOut
    return outcome
  }

  private mutating func placed(_ float: FloatResult, _ box: BoxID, at top: Double, space: ConstraintSpace)
    -> FloatPlacement
  {
    let place = addFloat(
      float, box: box, at: space.contextY + top, left: space.contextX, right: space.contextX + space.width)
    return FloatPlacement(
      fragment: float.fragment, place: Point(x: place.x - space.contextX, y: place.y - space.contextY), token: nil,
      width: float.marginBox.width)
  }

  private mutating func layoutBrokenFloat(
    _ box: BoxID, space: ConstraintSpace, fragmentainer: Fragmentainer, from token: BreakToken?,
    cutsMargin: Bool = false
  ) -> (FloatResult, BlockResult) {
    var inner = space.child(width: space.width, height: space.height)
    inner.isContextRoot = true
    inner.fragmentainer = fragmentainer
    inner.fragmentainer?.makeParallel()
    var edges = shrinkToFitEdges(box, space: inner)
    if cutsMargin || token?.isBefore == false { edges.margin.top = 0 }
    if tree[box].kind != .replaced { inner.borderBoxWidth = edges.borderBoxWidth }
    let result = layout(box, space: inner, from: token)
    let below = result.token == nil ? edges.margin.bottom : 0
    let float = FloatResult(
      fragment: result.fragment, edges: edges,
      marginBox: Size(
        width: edges.borderBoxWidth + edges.margin.left + edges.margin.right,
        height: edges.margin.top + result.height + below))
    return (float, result)
  }
}
