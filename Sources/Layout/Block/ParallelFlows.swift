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
  }

  /// Lays out a float and places it in the innermost float context.
  ///
  /// - Parameters:
  ///   - top: the least y of its margin edge, from the content edge.
  ///   - waits: a preceding float continues on the next page, and this one must not be placed before it (CSS 2.2
  ///     §9.5.1 rule 5).
  ///   - isPageTop: no in-flow content precedes it on this page.
  mutating func placeFloat(
    _ box: BoxID, at top: Double, space: ConstraintSpace, waits: Bool, isPageTop: Bool, from token: BreakToken?
  ) -> FloatPlacement {
    let outcome = place(box, at: top, space: space, waits: waits, isPageTop: isPageTop, from: token)
    if let token = outcome.token, !token.isAtEnd {
      page.innermostFloats.recordContinuation(isLeft: self[box].box.float == .left)
    }
    return outcome
  }

  private mutating func place(
    _ box: BoxID, at top: Double, space: ConstraintSpace, waits: Bool, isPageTop: Bool, from token: BreakToken?
  ) -> FloatPlacement {
    var waiting = FloatPlacement()
    waiting.token = token ?? BreakToken(box: box, position: .before)
    if waits || page.innermostFloats.continues(self[box].box.clear) { return waiting }
    let resumed = token.flatMap { $0.isBefore ? nil : $0 }
    guard let fragmentainer = space.fragmentainer else {
      return placed(layoutFloat(box, space: space), box, at: top, space: space)
    }
    let before = page.fragments.checkpoint
    if resumed == nil {
      let whole = layoutFloat(box, space: space)
      let y = floatPlace(whole.marginBox, box: box, at: space.contextY + top, space: space).y - space.contextY
      let fits = fragmentainer.fits(y + whole.marginBox.height)
      let overflows = fits && overflowsPage(whole, of: box, at: y, in: fragmentainer)
      if fits, !overflows, !hasForcedBreaks(box) { return placed(whole, box, at: top, space: space) }
      if !fits { page.columnFit.recordBottom(y + whole.marginBox.height, in: fragmentainer) }
      page.fragments.rewind(to: before)
      let broken = placeBrokenFloat(
        box, whole, y: y, at: top, space: space, fragmentainer: fragmentainer, isPageTop: isPageTop, fits: fits)
      return broken ?? (fits ? placed(layoutFloat(box, space: space), box, at: top, space: space) : waiting)
    }
    let (float, result) = layoutBrokenFloat(
      box, space: space, fragmentainer: fragmentainer.moved(by: top, mustProgress: true), from: resumed)
    guard result.fits else { return waiting }
    var outcome = placed(float, box, at: top, space: space)
    outcome.token = result.token
    return outcome
  }

  /// Whether a float fits on the page, but not its content.
  private static let deepestOverflow = 8

  private func overflowsPage(_ float: FloatResult, of box: BoxID, at y: Double, in fragmentainer: Fragmentainer) -> Bool
  {
    // Each level of floats in floats would be laid out twice as often as the one around it.
    guard page.floats.count <= Self.deepestOverflow else { return false }
    let style = self[box].box
    guard tree[box].kind == .block, style.overflowY == .visible, style.height != .auto || style.maxHeight != .auto
    else {
      return false
    }
    return !fragmentainer.fits(y + float.edges.margin.top + overflowBottom(of: float.fragment))
  }

  /// Lays out a float that does not fit in one piece or contains forced breaks. Nil if the break is neither good nor
  /// unavoidable.
  private mutating func placeBrokenFloat(
    _ box: BoxID, _ whole: FloatResult, y: Double, at top: Double, space: ConstraintSpace, fragmentainer: Fragmentainer,
    isPageTop: Bool, fits: Bool
  ) -> FloatPlacement? {
    let must = fragmentainer.mustProgress && isPageTop && y <= Fragmentainer.tolerance
    let before = page.fragments.checkpoint
    let inner = fragmentainer.moved(by: y + whole.edges.margin.top, mustProgress: must)
    let (float, result) = layoutBrokenFloat(box, space: space, fragmentainer: inner, from: nil)
    // Its own floats break without regard to it.
    let avoids = avoidsBreaks(box, in: fragmentainer)
    let isGood =
      result.fits
      && (must || result.isParallel || result.appeal == .perfect && (fits || result.token != nil && !avoids))
    guard isGood else {
      page.fragments.rewind(to: before)
      return nil
    }
    var outcome = placed(float, box, at: top, space: space)
    outcome.token = result.token
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
    _ box: BoxID, space: ConstraintSpace, fragmentainer: Fragmentainer, from token: BreakToken?
  ) -> (FloatResult, BlockResult) {
    var inner = space.child(width: space.width, height: space.height)
    inner.isContextRoot = true
    inner.fragmentainer = fragmentainer
    inner.fragmentainer?.isParallel = true
    var edges = shrinkToFitEdges(box, space: inner)
    if let token, !token.isBefore { edges.margin.top = 0 }
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
