import Style

/// Block-level children one below the other (CSS 2.2 §9.4.1), broken at the end of the page (css-break-3 §3).
extension LayoutContext {
  mutating func layoutChildren(
    of box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, from token: BreakToken?
  ) {
    var (child, resume) = firstChild(of: box, into: &builder, space: space, from: token)
    var isPageStart = resume != nil
    var previous = BoxID.none
    // The float that precedes the child and starts on this page.
    var float = BoxID.none
    while !child.isNone, failure == nil, page.lineLimit?.remaining != 0 {
      defer { child = tree[child].nextSibling }
      if isOutOfFlow(child) {
        let between = breakBefore(outOfFlow: child, after: previous, in: space.fragmentainer)
        if between.isForced { return endPage(before: child, .perfect, &builder, forced: between) }
        addPlaceholder(child, of: box, into: &builder, space: space)
        continue
      }
      if isFloat(child) {
        let previous = isPageStart ? .none : previous
        guard add(float: child, after: previous, float, into: &builder, space: space) else { return }
        float = child
        continue
      }
      if isSpanner(child, in: space) {
        let margin = builder.margin
        endPage(before: child, .perfect, &builder)
        builder.spanner = child
        // The margin below the last content of columns is in them. As in browsers, that in a box inside them is lost.
        if isMulticol(box) { builder.margin = margin }
        return
      }
      let isFirst = isPageStart || (previous.isNone && !builder.hasContent)
      let between =
        isFirst
        ? breakAfter(float: float, in: space.fragmentainer)
        : breakBetween(previous, child, float: float, in: space.fragmentainer)
      let appealBefore = min(space.fragmentainer?.cap ?? .perfect, between.isAvoid ? .violatesAvoid : .perfect)
      if let fragmentainer = space.fragmentainer {
        if between.isForced || page.breaks.target == .before(child) && builder.hasContent {
          return endPage(before: child, .perfect, &builder, forced: between)
        }
        if builder.hasContent, fragmentainer.recordsBreaks { page.breaks.record(.before(child), appealBefore) }
      }
      let inFlow = InFlowChild(
        box: child, token: isPageStart ? resume : nil, isPageStart: isPageStart, appealBefore: appealBefore)
      guard add(inFlow, into: &builder, space: space) else { return }
      isPageStart = false
      previous = child
      float = .none
    }
    finishParallel(&builder)
  }

  /// The forced break at the end of the child in flow before an out-of-flow child, otherwise `auto`. The out-of-flow
  /// child is on the page of what follows the break, unless nothing in flow does.
  private mutating func breakBefore(
    outOfFlow child: BoxID, after previous: BoxID, in fragmentainer: Fragmentainer?
  ) -> BoxStyle.Break {
    guard let fragmentainer, !previous.isNone, combine(breaksAtEnd(of: previous), [], in: fragmentainer).isForced,
      case let next = followingInFlow(child), !isOutOfFlow(next)
    else { return .auto }
    return breakBetween(previous, next, in: fragmentainer)
  }

  /// Adds a float after a child in flow and a float, of which there may be none. Returns false if the page ends before
  /// it.
  private mutating func add(
    float child: BoxID, after previous: BoxID, _ float: BoxID, into builder: inout BoxFragmentBuilder,
    space: ConstraintSpace
  ) -> Bool {
    let between =
      previous.isNone
      ? breakAfter(float: float, before: child, in: space.fragmentainer)
      : breakBetween(previous, child, float: float, in: space.fragmentainer)
    if between.isForced {
      endPage(before: child, .perfect, &builder, forced: between)
      return false
    }
    addFloat(child, into: &builder, space: space)
    if builder.unfinished.last?.isBefore == true, self[child].box.breakAfter.isForced, builder.hasContent {
      // What follows the float is on a later page than the float.
      builder.unfinished.removeLast()
      endPage(before: child, .perfect, &builder)
      return false
    }
    return true
  }

  /// The child that the page starts with, and its break token unless the box starts on this page. Lays out what earlier
  /// pages left of floats and overflowing boxes.
  private mutating func firstChild(
    of box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, from token: BreakToken?
  ) -> (child: BoxID, token: BreakToken?) {
    guard case .blocks(let parallel, let next)? = token?.position else { return (tree[box].firstChild, nil) }
    resumeParallel(parallel, into: &builder, space: space)
    guard let next, next.isFinished else { return (next?.box ?? .none, next) }
    // The child after a spanner starts a column and keeps its margin.
    let child = tree[next.box].nextSibling
    return (child, child.isNone ? nil : BreakToken(box: child, position: .before, forced: .column))
  }

  /// Sets the break token if only floats and overflowing boxes continue on the next page.
  func finishParallel(_ builder: inout BoxFragmentBuilder) {
    guard !builder.unfinished.isEmpty, builder.next == nil else { return }
    builder.next = .blocks(floats: builder.unfinished, next: nil)
    builder.onlyParallel = true
  }

  /// Ends the page before a child.
  mutating func endPage(
    before child: BoxID, _ appeal: BreakAppeal, _ builder: inout BoxFragmentBuilder, forced: BoxStyle.Break = .auto
  ) {
    var token = BreakToken(box: child, position: .before)
    token.forced = forced.isForced ? forced : .auto
    builder.next = .blocks(floats: builder.unfinished, next: token)
    builder.appeal = forced.isForced ? .perfect : appeal
    builder.margin = MarginStrut()
  }
}
