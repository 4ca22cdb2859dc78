import Style

extension BoxStyle.Clear {
  func applies(to float: BoxStyle.Float) -> Bool {
    switch self {
    case .none: false
    case .left: float == .left
    case .right: float == .right
    case .both: true
    }
  }
}

/// A float that is laid out but not yet placed.
struct FloatResult {
  var fragment: FragmentID
  var edges: UsedEdges
  var marginBox: Size
  /// The area that lines avoid; nil for the margin box.
  var shape: FloatShape?
}

extension LayoutContext {
  /// The layout of a float, which does not have to be repeated if the float is removed and placed again because its line
  /// changes. Otherwise the work would double with each level of floats in lines of floats.
  struct LaidOutFloat {
    /// The first part of the float, or all of it; nil if nothing fits on this page.
    var part: FloatResult?
    var token: BreakToken?
    /// The size of its margin box in one piece.
    var size: Size
    /// Its y and whether content preceded it, on which its layout depends; nil if it is in one piece.
    var breaksAt: (y: Double, isPageTop: Bool)?
  }

  /// Lays out a float at its shrink-to-fit width, without breaking it.
  mutating func layoutFloat(_ box: BoxID, space: ConstraintSpace) -> FloatResult {
    let (edges, result) = layoutShrunk(box, space: space)
    let size = Size(
      width: edges.borderBoxWidth + edges.margin.left + edges.margin.right,
      height: result.height + edges.margin.top + edges.margin.bottom)
    return FloatResult(
      fragment: result.fragment, edges: edges, marginBox: size,
      shape: FloatShape(self[box], edges: edges, size: size))
  }

  /// The width of a float's margin box.
  mutating func floatWidth(_ box: BoxID, space: ConstraintSpace) -> Double {
    let edges = shrinkToFitEdges(box, space: space)
    return edges.borderBoxWidth + edges.margin.left + edges.margin.right
  }

  /// The edges of a box at its shrink-to-fit width (CSS 2.2 §10.3.5): a float, an inline-block, a legend.
  mutating func shrinkToFitEdges(_ box: BoxID, space: ConstraintSpace) -> UsedEdges {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    if tree[box].kind == .replaced {
      edges.contentWidth = replacedSize(box, edges: edges, space: space).width
      return edges
    }
    if tree[box].kind == .table {
      // A table is at least as wide as its columns, and its edges may be collapsed.
      var fitted = columns(of: box, space: space).edges
      fitted.margin = edges.margin
      return fitted
    }
    let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    let own = contentWidth(box, self[box].box.width, edges: edges, space: space)
    let width =
      own ?? widthByRatio(box, edges: edges, space: space)
      ?? shrinkToFit(box, available: available, edges: edges, space: space)
    edges.contentWidth = constrainWidth(width, box, edges: edges, space: space)
    return edges
  }

  /// Lays out a box at its shrink-to-fit width.
  mutating func layoutShrunk(_ box: BoxID, space: ConstraintSpace) -> (UsedEdges, BlockResult) {
    var inner = space.child(width: space.width, height: space.height)
    inner.isContextRoot = true
    let edges = shrinkToFitEdges(box, space: inner)
    if tree[box].kind == .replaced { return (edges, layoutReplaced(box, space: inner)) }
    inner.borderBoxWidth = edges.borderBoxWidth
    return (edges, layout(box, space: inner, from: nil))
  }

  /// Places a float and records it (CSS 2.2 §9.5.1). `left` and `right` are the content edges of the containing
  /// block. All coordinates are those of the formatting context. Returns the position of the border box.
  mutating func addFloat(_ float: FloatResult, box: BoxID, at top: Double, left: Double, right: Double) -> Point {
    let place = floatPlace(float.marginBox, box: box, at: top, left: left, right: right)
    page.innermostFloats.add(
      Rect(x: place.x, y: place.y, width: float.marginBox.width, height: max(0, float.marginBox.height)),
      isLeft: self[box].box.float == .left, shape: float.shape)
    return Point(x: place.x + float.edges.margin.left, y: place.y + float.edges.margin.top)
  }

  func floatPlace(_ size: Size, box: BoxID, at top: Double, space: ConstraintSpace) -> Point {
    floatPlace(size, box: box, at: top, left: space.contextX, right: space.contextX + space.width)
  }

  /// The position at which the margin box of a float would be placed.
  private func floatPlace(_ size: Size, box: BoxID, at top: Double, left: Double, right: Double) -> Point {
    let style = self[box].box
    guard let context = page.floats.last else { return Point(x: left, y: top) }
    var y = max(top, context.lastTop)
    if style.clear != .none, let bottom = context.bottom(style.clear) { y = max(y, bottom) }
    while true {
      let edges = context.edges(at: y, height: size.height, left: left, right: right)
      let fits = size.width <= edges.right - edges.left + Fragmentainer.tolerance
      if fits || (edges.left <= left && edges.right >= right) {
        return Point(x: style.float == .left ? edges.left : edges.right - size.width, y: y)
      }
      y = context.nextEdge(below: y) ?? y + 1
    }
  }

  /// A check box or radio button, whose bottom without its margin is on the baseline as in browsers.
  private func isControl(_ box: BoxID) -> Bool {
    guard tree[box].kind == .replaced, case .control = tree.replaced[Int(tree[box].payload)].kind else { return false }
    return true
  }

  /// An image of known height that cannot be shown, whose bottom is on the baseline as if it were shown.
  private func isSizedMissingImage(_ box: BoxID) -> Bool {
    let style = self[box].box
    return tree[box].isMissingImage && (style.height != .auto || style.minHeight != .auto || style.aspectRatio != nil)
  }

  /// Lays out an inline-block, image or inline table for its line.
  /// - Parameter isCentred: whether the baseline of the line is the central one.
  mutating func layoutAtomic(_ box: BoxID, space: ConstraintSpace, isCentred: Bool) -> AtomicInline {
    let (edges, result) = layoutShrunk(box, space: space)
    let height = result.height + edges.margin.top + edges.margin.bottom
    // The baseline of an inline-block is that of its last line, unless it has no lines or scrolls (CSS 2.2 §10.8.1).
    // Tables, flex and grid containers take part with their first baselines (css-align-3 §9.1), unless `baseline-source`
    // says which (css-inline-3 §4.2.1).
    let isContainer = tree[box].kind == .table || isFlex(box) || isGrid(box)
    let source = self[box].box.baselineSource
    let usesFirst = source == .first || (source == .auto && isContainer)
    let hasBaseline =
      tree[box].kind != .replaced && !self[box].box.containment.contains(.layout) && !isSizedMissingImage(box)
      && (!self[box].box.overflow.isScrollable || isContainer || usesFirst)
    let inner = usesFirst ? result.firstBaseline : result.lastBaseline
    // Without one, it is the middle in vertical text (css-align-3 §9.1, css-writing-modes-4 §4.3).
    let bottom = isControl(box) ? height - edges.margin.bottom : height
    let fallback = isCentred ? (height / 2).rounded(.up) : bottom
    let baseline = hasBaseline ? inner.map { $0 + edges.margin.top } ?? fallback : fallback
    return AtomicInline(
      fragment: result.fragment, edges: edges, width: edges.borderBoxWidth + edges.margin.left + edges.margin.right,
      height: height, baseline: baseline)
  }
}
