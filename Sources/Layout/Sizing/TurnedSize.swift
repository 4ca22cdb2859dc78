import Style

/// The sizes of the contents of boxes that are turned (css-writing-modes-4 §7.3).
extension LayoutContext {
  /// The `width` of a flex or grid item. A block with turned contents has `fit-content` instead of `auto`
  /// (`turnBoxes`), but stretches as an item.
  func itemWidth(_ box: BoxID) -> SizeValue {
    let width = self[box].box.width
    guard width == .fitContent(nil), hasTurnedContent(box) else { return width }
    return tree[tree[tree[box].firstChild].firstChild].isAnonymous ? .auto : width
  }

  /// The `width` of a positioned box, which also a container that is turned as a whole fills (css-position-3 §4).
  func positionedWidth(_ box: BoxID) -> SizeValue {
    let width = itemWidth(box)
    guard width == .fitContent(nil), hasTurnedContent(box) else { return width }
    let content = tree[tree[box].firstChild].firstChild
    return fillsFrame(content) && self[content].box.height == .auto ? .auto : width
  }

  /// The size of turned contents as seen on the page: the width is the extent of the lines, the height their length.
  ///
  /// - Parameter forIntrinsicSize: whether the width of the box is not known yet.
  mutating func turnedSize(_ box: BoxID, space: ConstraintSpace, forIntrinsicSize: Bool = false) -> Size {
    let content = tree[box].firstChild
    if isCombination(content) {
      let em = self[content].text.font.size
      return Size(width: em, height: em)
    }
    let length =
      tree[content].isAnonymous
      ? lineLength(of: content, in: tree[box].parent, height: space.height)
      : turnedContainerWidth(content, height: space.height)
    if !forIntrinsicSize, fillsFrame(content) { return Size(width: space.width, height: length) }
    var inner = ConstraintSpace(width: length)
    inner.borderBoxWidth = length
    return Size(width: measure(content, space: inner).height, height: length)
  }

  /// Whether turned contents are as wide on the page as the box around them, which is as wide as they are unless
  /// percentages, insets or the flex or grid container around it determine its width.
  func fillsFrame(_ content: BoxID) -> Bool { isFlex(content) || isGrid(content) }

  /// The width of a container that is turned as a whole, before the turn.
  ///
  /// - Parameter height: that of the box around it, if it does not depend on the content.
  private mutating func turnedContainerWidth(_ box: BoxID, height: Double?) -> Double {
    if let height, fillsFrame(box), self[box].box.width == .auto {
      let space = ConstraintSpace(width: height)
      return blockEdges(box, space: space).borderBoxWidth
    }
    var space = ConstraintSpace(width: document.firstPageHeight)
    space.isContextRoot = true
    return tree[box].kind == .table
      ? columns(of: box, space: space).edges.borderBoxWidth : shrinkToFitEdges(box, space: space).borderBoxWidth
  }

  /// The length of the lines: the height of the box if it has one, or else that of the longest line, at least its
  /// `min-height`, at most its greatest height or that of the page area.
  private mutating func lineLength(of content: BoxID, in box: BoxID, height: Double?) -> Double {
    let edges = usedEdges(tree[box].style, containerWidth: 0)
    let space = ConstraintSpace(width: 0)
    if let length = height ?? contentHeight(self[box].box.height, box, edges: edges, space: space) { return length }
    // The height of a box whose size does not depend on its content (css-sizing-4 §4.2).
    if self[box].box.containment.contains(.size), let height = self[box].box.containedHeight { return height }
    let most = min(
      greatestHeight(box, edges: edges, space: space), availableHeight(of: box, edges: edges), document.firstPageHeight)
    let size = intrinsicSize(content)
    let least = contentHeight(self[box].box.minHeight, box, edges: edges, space: space) ?? 0
    return max(least, size.min, min(size.max, most))
  }

  /// The length of the lines in a box whose `min-height` is a percentage; nil if there is none or it does not apply.
  mutating func lineLengthByPercentage(of box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double? {
    guard self[box].box.minHeight.hasPercent, hasTurnedContent(box),
      let least = contentHeight(self[box].box.minHeight, box, edges: edges, space: space)
    else { return nil }
    return max(least, turnedSize(tree[box].firstChild, space: ConstraintSpace(width: 0)).height)
  }

  /// The content height that a box has in a container of definite or limited height (css-writing-modes-4 §7.3.1);
  /// infinite in others.
  private func availableHeight(of box: BoxID, edges: UsedEdges) -> Double {
    var container = tree[box].parent
    while !container.isNone, tree[container].isAnonymous { container = tree[container].parent }
    guard !container.isNone, tree[container].kind == .block else { return .infinity }
    let (outer, space) = (usedEdges(tree[container].style, containerWidth: 0), ConstraintSpace(width: 0))
    let limit = greatestHeight(container, edges: outer, space: space)
    let own = contentHeight(self[container].box.height, container, edges: outer, space: space)
    return max(0, min(own ?? .infinity, limit) - edges.margin.top - edges.margin.bottom - edges.top - edges.bottom)
  }
}
