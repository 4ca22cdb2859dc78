import Style

/// The part of a block container on one page, as far as it is known before its content is laid out.
struct BlockPart {
  let box: BoxID
  let space: ConstraintSpace
  var edges: UsedEdges
  /// The box is the root of a block formatting context.
  let isRoot: Bool
  /// Each part of a broken box has all edges (`box-decoration-break: clone`).
  var clonesEdges: Bool
  /// The end edge of a part that continues on the next page, px.
  var clonedBottom: Double { clonesEdges ? edges.bottom : 0 }
  /// An earlier page holds the first part of the box.
  let isResumed: Bool
  /// The top border contains a legend.
  var hasLegend = false
  /// The content starts on this page.
  let startsContent: Bool
  /// The page ends in the top border and padding, and all the content is on the next one.
  var endsInTopEdge = false
  /// The box ended on an earlier page, and only content that overflows it continues.
  let isAtEnd: Bool
  /// The content height on earlier pages, px.
  let consumed: Double
  /// The content height of all parts, px, if earlier pages hold all the content.
  let endedHeight: Double?
  /// The content height if it does not depend on the content.
  var definiteHeight: Double?

  init(
    box: BoxID, space: ConstraintSpace, edges: UsedEdges, isRoot: Bool, clonesEdges: Bool, token: BreakToken?
  ) {
    self.box = box
    self.space = space
    self.edges = edges
    self.isRoot = isRoot
    self.clonesEdges = clonesEdges
    isResumed = token.map { !$0.isBefore } ?? false
    startsContent = token.map { $0.isBefore || $0.position == .content } ?? true
    isAtEnd = token?.isAtEnd ?? false
    consumed = isResumed ? token?.consumed ?? 0 : 0
    endedHeight = isResumed ? token?.contentHeight : nil
  }

  /// Whether the rest of a definite height does not end on this page.
  var exceedsPage: Bool {
    guard let definiteHeight, let fragmentainer = space.fragmentainer else { return false }
    return !fragmentainer.fits(top + definiteHeight - consumed + edges.bottom)
  }

  /// Whether the page can end in the top border and padding of the box, which are first on it. What they have beyond the
  /// page's end is left out.
  var canEndInTopEdge: Bool {
    guard !isResumed, edges.top > 0, let fragmentainer = space.fragmentainer, fragmentainer.mustProgress,
      fragmentainer.height < .infinity
    else { return false }
    // The page ends in a preceding edge instead if it does not show this one, or would cut the legend in it.
    return fragmentainer.nextExtent == nil || fragmentainer.fits(hasLegend ? edges.border.top : 1)
  }

  /// The distance from the border edge to the content edge, px; 0 on later pages unless edges are cloned.
  var top: Double { isResumed && !clonesEdges ? 0 : edges.top }
}
