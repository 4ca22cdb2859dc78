import Style

/// Floats, and boxes that overflow, go on over a page's end beside the flow (css-break-3 §3: parallel flows).
extension Flow {
  /// Places a float between blocks, broken over pages where it must; the flow goes on where it has to wait.
  mutating func addFloat(_ box: BoxID, into flow: inout BlockFlow, space: BlockSpace) {
    let top = flow.adjoinsStart && !flow.hasContent ? flow.bottom : flow.bottom + flow.margin.sum
    if floats.isEmpty { floats.append(FloatContext()) }
    let outcome = setFloat(
      box, at: top, space: space, waits: flow.unfinished.contains { $0.isBefore }, isPageTop: !flow.hasContent,
      from: nil)
    take(outcome, into: &flow, space: space)
  }

  /// Sets what earlier pages left of floats and overflowing boxes, at the page's top.
  mutating func resumeParallel(_ tokens: [BreakToken], into flow: inout BlockFlow, space: BlockSpace) {
    guard space.page != nil else { return }
    if floats.isEmpty { floats.append(FloatContext()) }
    for token in tokens {
      if isFloat(token.box) {
        let outcome = setFloat(
          token.box, at: 0, space: space, waits: flow.unfinished.contains { $0.isBefore }, isPageTop: true, from: token)
        take(outcome, into: &flow, space: space)
      } else {
        resumeOverflow(token, into: &flow, space: space)
      }
    }
  }

  private mutating func take(_ outcome: FloatOutcome, into flow: inout BlockFlow, space: BlockSpace) {
    if let token = outcome.token {
      flow.unfinished.append(token)
      flow.hasOpenFloats = true
    }
    guard let fragment = outcome.fragment else { return }
    fragments.append(fragment, to: flow.fragment, x: flow.x + outcome.place.x, y: flow.y + outcome.place.y)
    moveIfRelative(fragment, containerWidth: space.width, containerHeight: space.height)
  }

  /// What overflows a box that ended on an earlier page.
  private mutating func resumeOverflow(_ token: BreakToken, into flow: inout BlockFlow, space: BlockSpace) {
    var inner = space
    inner.page = space.page?.moved(by: 0, mustProgress: true)
    let result = layout(token.box, space: inner, from: token)
    guard result.fits else { return }
    fragments.append(result.fragment, to: flow.fragment, x: flow.x + result.marginLeft, y: flow.y)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    guard let next = result.token else { return }
    flow.unfinished.append(next)
    flow.hasOpenFloats = flow.hasOpenFloats || result.hasOpenFloats
  }

  /// What became of a float: its fragment and place from the content edge, and where it goes on.
  struct FloatOutcome {
    var fragment: FragmentID?
    var place = Point(x: 0, y: 0)
    var token: BreakToken?
    /// Of its margin box.
    var width = 0.0
  }

  /// Lays a float out and places it in the innermost float context.
  ///
  /// - Parameters:
  ///   - top: the least place of its margin edge, from the content edge.
  ///   - waits: one before it goes to the next page, and it may not stand before that one (CSS 2.2 §9.5.1 rule 5).
  ///   - isPageTop: nothing in flow stands above it on this page.
  mutating func setFloat(
    _ box: BoxID, at top: Double, space: BlockSpace, waits: Bool, isPageTop: Bool, from token: BreakToken?
  ) -> FloatOutcome {
    let outcome = place(box, at: top, space: space, waits: waits, isPageTop: isPageTop, from: token)
    if outcome.token != nil { floats[floats.count - 1].noteGoesOn(isLeft: self[box].box.float == .left) }
    return outcome
  }

  private mutating func place(
    _ box: BoxID, at top: Double, space: BlockSpace, waits: Bool, isPageTop: Bool, from token: BreakToken?
  ) -> FloatOutcome {
    var waiting = FloatOutcome()
    waiting.token = token ?? BreakToken(box: box, position: .before)
    if waits || floats[floats.count - 1].goesOn(self[box].box.clear) { return waiting }
    let resumed = token.flatMap { $0.isBefore ? nil : $0 }
    guard let page = space.page else { return placed(layoutFloat(box, space: space), box, at: top, space: space) }
    let before = fragments.entries.count
    if resumed == nil {
      let whole = layoutFloat(box, space: space)
      let y = floatPlace(whole.marginBox, box: box, at: space.contextY + top, space: space).y - space.contextY
      if page.fits(y + whole.marginBox.height) { return placed(whole, box, at: top, space: space) }
      columnFit.note(y + whole.marginBox.height, in: page)
      fragments.entries.removeSubrange(before...)
      return setBrokenFloat(box, whole, y: y, at: top, space: space, page: page, isPageTop: isPageTop, waiting: waiting)
    }
    let (float, result) = layoutBrokenFloat(
      box, space: space, page: page.moved(by: top, mustProgress: true), from: resumed)
    var outcome = placed(float, box, at: top, space: space)
    outcome.token = result.token
    return outcome
  }

  /// A float that does not fit whole: broken where that is good or can't be helped, or left to the next page.
  private mutating func setBrokenFloat(
    _ box: BoxID, _ whole: FloatResult, y: Double, at top: Double, space: BlockSpace, page: PageSpace, isPageTop: Bool,
    waiting: FloatOutcome
  ) -> FloatOutcome {
    let must = page.mustProgress && isPageTop && y <= PageSpace.tolerance
    let before = fragments.entries.count
    let inner = page.moved(by: y + whole.edges.margin.top, mustProgress: must)
    let (float, result) = layoutBrokenFloat(box, space: space, page: inner, from: nil)
    let isGood = result.fits && (must || (result.appeal == .perfect && result.token != nil))
    guard isGood else {
      fragments.entries.removeSubrange(before...)
      return waiting
    }
    var outcome = placed(float, box, at: top, space: space)
    outcome.token = result.token
    return outcome
  }

  private mutating func placed(_ float: FloatResult, _ box: BoxID, at top: Double, space: BlockSpace) -> FloatOutcome {
    let place = addFloat(
      float, box: box, at: space.contextY + top, left: space.contextX, right: space.contextX + space.width)
    return FloatOutcome(
      fragment: float.fragment, place: Point(x: place.x - space.contextX, y: place.y - space.contextY), token: nil,
      width: float.marginBox.width)
  }

  private mutating func layoutBrokenFloat(
    _ box: BoxID, space: BlockSpace, page: PageSpace, from token: BreakToken?
  ) -> (FloatResult, BlockResult) {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    if let token, !token.isBefore { edges.margin.top = 0 }
    let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    var inner = BlockSpace(width: space.width, height: space.height)
    inner.isContextRoot = true
    inner.page = page
    inner.page?.isParallel = true
    if tree[box].kind == .replaced {
      edges.contentWidth = replacedSize(box, edges: edges, space: inner).width
    } else {
      let own = contentWidth(box, self[box].box.width, edges: edges, space: inner)
      edges.contentWidth = constrainWidth(
        own ?? shrinkToFit(box, available: available), box, edges: edges, space: inner)
      inner.borderBoxWidth = edges.borderBoxWidth
    }
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
