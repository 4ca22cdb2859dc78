import Style

/// The break values beside boxes that span columns (css-multicol-1 §6.1). Between a spanner and its siblings are class A
/// break points (css-break-3 §4.1).
extension LayoutContext {
  /// The break value before a spanner that is not the first content on the page.
  ///
  /// - Parameter pageStart: where the container's content starts on the page; nil if the container does.
  mutating func breakBefore(spanner: BoxID, pageStart: BreakToken?, in fragmentainer: Fragmentainer)
    -> BoxStyle.Break
  {
    breakBetween(previousInFlow(spanner, from: pageStart), spanner, in: fragmentainer)
  }

  /// The break value between a spanner and the content that follows it.
  mutating func breakAfter(spanner: BoxID, in fragmentainer: Fragmentainer) -> BoxStyle.Break {
    let next = tree[spanner].nextSibling
    guard !next.isNone else { return combine(breaksAtEnd(of: spanner), [], in: fragmentainer) }
    return breakBetween(spanner, followingInFlow(next), in: fragmentainer)
  }

  private func previousInFlow(_ spanner: BoxID, from pageStart: BreakToken?) -> BoxID {
    var child = tree[tree[spanner].parent].firstChild
    var place = pageStart
    while case .blocks(_, let next?)? = place?.position {
      if tree[next.box].parent == tree[spanner].parent { child = next.box }
      place = next
    }
    var found = BoxID.none
    while !child.isNone, child != spanner {
      if !isOutOfFlow(child), !isFloat(child) { found = child }
      child = tree[child].nextSibling
    }
    return found
  }
}
