import Style

/// The break values beside boxes that span columns (css-multicol-1 §6.1). Between a spanner and its siblings are class A
/// break points (css-break-3 §4.1).
extension LayoutContext {
  /// The break value before a spanner that is not the first content on the page.
  ///
  /// - Parameters:
  ///   - earlier: the spanner before it on the page, or none.
  ///   - pageStart: where the container's content starts on the page; nil if the container does.
  mutating func breakBefore(
    spanner: BoxID, after earlier: BoxID, pageStart: BreakToken?, in fragmentainer: Fragmentainer
  ) -> BoxStyle.Break {
    breakBetween(previousInFlow(spanner, after: earlier, from: pageStart), spanner, in: fragmentainer)
  }

  /// The break value between a spanner and the content that follows it.
  mutating func breakAfter(spanner: BoxID, in fragmentainer: Fragmentainer) -> BoxStyle.Break {
    let next = tree[spanner].nextSibling
    guard !next.isNone else { return combine(breaksAtEnd(of: spanner), [], in: fragmentainer) }
    return breakBetween(spanner, followingInFlow(next), in: fragmentainer)
  }

  /// The last sibling in flow before a spanner. The search starts at the sibling with the earlier spanner, so that it
  /// passes each box once.
  private func previousInFlow(_ spanner: BoxID, after earlier: BoxID, from pageStart: BreakToken?) -> BoxID {
    let parent = tree[spanner].parent
    var start = earlier
    while !start.isNone, tree[start].parent != parent { start = tree[start].parent }
    var child = start.isNone ? firstSibling(of: spanner, from: pageStart) : start
    var found = BoxID.none
    while !child.isNone, child != spanner {
      if !isOutOfFlow(child), !isFloat(child) { found = child }
      child = tree[child].nextSibling
    }
    return found
  }

  /// The first child of the spanner's parent that is on the page.
  private func firstSibling(of spanner: BoxID, from pageStart: BreakToken?) -> BoxID {
    let parent = tree[spanner].parent
    var first = tree[parent].firstChild
    var place = pageStart
    while case .blocks(_, let next?)? = place?.position {
      if tree[next.box].parent == parent { first = next.box }
      place = next
    }
    return first
  }
}
