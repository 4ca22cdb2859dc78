import Style

/// The flex base size of items and the limits of their main size (css-flexbox-1 §9.2 and §4.5).
extension LayoutContext {
  /// The inputs of an item's size.
  struct FlexSpace {
    let container: BoxID
    let axes: FlexAxes
    /// The size of the container's content box.
    let width: Double
    let height: Double?

    var block: ConstraintSpace {
      var space = ConstraintSpace(width: width, height: height)
      space.isContextRoot = true
      return space
    }
  }

  /// An item with its flex base size and limits, before lines are formed.
  mutating func flexItem(_ box: BoxID, in space: FlexSpace) -> FlexItem {
    let style = self[box].box
    var item = FlexItem(box: box, edges: outerEdges(of: box, containerWidth: space.width))
    (item.mainMargins, item.crossMargins) = space.axes.margins(style.margin, item.edges.margin)
    item.alignment = flexAlignment(of: box, in: space.container, space.axes)
    item.isStretched = item.alignment == .stretch && !item.crossMargins.hasAuto && hasAutoCross(box, space)
    if space.axes.isColumn { setColumnSizes(&item, style, space) } else { setRowSizes(&item, style, space) }
    item.most = Swift.max(item.most, item.least)
    item.main = Swift.max(item.least, Swift.min(item.base, item.most))
    return item
  }

  /// Whether the cross size computes to `auto` (css-flexbox-1 §8.3). Percentages do not, also if they behave as `auto`.
  private func hasAutoCross(_ box: BoxID, _ space: FlexSpace) -> Bool {
    (space.axes.isColumn ? itemWidth(box) : self[box].box.height) == .auto
  }

  // MARK: - Rows

  private mutating func setRowSizes(_ item: inout FlexItem, _ style: BoxStyle, _ space: FlexSpace) {
    let box = item.box
    let edges = item.edges
    let outside = edges.left + edges.right
    let basis = self[box].item.flexBasis
    let height = definiteCrossHeight(item, space)
    let byRatio = height.flatMap { transferredWidth(of: item, byHeight: $0, space) }
    let limits = widthLimits(item, space)
    func limited(_ width: Double) -> Double { Swift.max(limits.least, Swift.min(width, limits.most)) }
    if let own = contentWidth(box, basis == .auto ? itemWidth(box) : basis, edges: edges, space: space.block) {
      item.base = own + outside
    } else {
      item.base = (byRatio ?? limited(maxContentWidth(item, space))) + outside
    }
    if let most = contentWidth(box, style.maxWidth, edges: edges, space: space.block) { item.most = most + outside }
    guard style.minWidth == .auto else {
      item.least = (contentWidth(box, style.minWidth, edges: edges, space: space.block) ?? 0) + outside
      return
    }
    guard !style.overflowX.isScrollable else {
      item.least = outside
      return
    }
    // The content-based minimum size (§4.5). With a ratio and a definite height, the width is the same whatever the
    // available width is (css-sizing-4 §5).
    let isReplaced = tree[box].kind == .replaced
    let content =
      byRatio ?? limited(isReplaced && !hasOnlyRatio(box) ? maxContentWidth(item, space) : intrinsicSize(box).min)
    let specified = contentWidth(box, itemWidth(box), edges: edges, space: space.block)
    item.least = Swift.min(Swift.min(specified ?? content, content) + outside, item.most)
  }

  /// The content width that an item would have without flexing. With only a ratio, it fills the container, as in
  /// browsers.
  private mutating func maxContentWidth(_ item: FlexItem, _ space: FlexSpace) -> Double {
    guard tree[item.box].kind == .replaced else { return intrinsicSize(item.box).max }
    if hasOnlyRatio(item.box) {
      let outside = item.edges.left + item.edges.right + item.mainMargins.sum
      return Swift.max(0, space.width - outside)
    }
    return tree.replaced[Int(tree[item.box].payload)].width
  }

  /// The height known before the main size: the item's own, or that of a single line of definite height (§9.8).
  private func definiteCrossHeight(_ item: FlexItem, _ space: FlexSpace) -> Double? {
    let edges = item.edges
    if let height = contentHeight(self[item.box].box.height, item.box, edges: edges, space: space.block) {
      return constrainHeight(height, item.box, edges: edges, space: space.block)
    }
    guard item.isStretched, !space.axes.wraps, let height = space.height else { return nil }
    return constrainHeight(
      Swift.max(0, height - item.crossMargins.sum - edges.top - edges.bottom), item.box, edges: edges,
      space: space.block)
  }

  // MARK: - Columns

  private mutating func setColumnSizes(_ item: inout FlexItem, _ style: BoxStyle, _ space: FlexSpace) {
    let box = item.box
    let edges = item.edges
    let outside = edges.top + edges.bottom
    item.cross = hypotheticalWidth(item, space)
    let content: Double
    if tree[box].kind == .replaced {
      content = replacedHeight(item, space) + outside
    } else {
      var inner = space.block
      inner.borderBoxWidth = item.cross
      inner.hasIndefiniteHeight = self[box].item.flexBasis == .content
      item.natural = measure(box, space: inner)
      content = contentHeight(of: item, in: inner, hasLimits: !hasContentHeight(box, space))
    }
    let basis = self[box].item.flexBasis
    let own = contentHeight(basis == .auto ? style.height : basis, box, edges: edges, space: space.block)
    item.base = own.map { $0 + outside } ?? content
    item.hasDefiniteMain = own != nil || tree[box].kind == .replaced
    if let most = contentHeight(style.maxHeight, box, edges: edges, space: space.block) {
      item.most = most + outside
    } else if style.maxHeight.isIntrinsic {
      item.most = content
    }
    if let least = contentHeight(style.minHeight, box, edges: edges, space: space.block) {
      item.least = least + outside
    } else if style.minHeight.isIntrinsic {
      item.least = content
    } else if style.minHeight == .auto, !style.overflowY.isScrollable {
      let specified = contentHeight(style.height, box, edges: edges, space: space.block).map { $0 + outside }
      item.least = Swift.min(specified ?? content, content, Swift.max(item.most, outside))
    } else {
      item.least = outside
    }
  }

  /// The border-box height that the content of a measured item determines alone (§9.2 E).
  ///
  /// - Parameter hasLimits: whether the height of the item, or a limit of it, is definite.
  private mutating func contentHeight(of item: FlexItem, in space: ConstraintSpace, hasLimits: Bool) -> Double {
    guard let natural = item.natural else { return 0 }
    guard hasLimits else { return natural.height }
    guard isFlex(item.box) || isGrid(item.box), self[item.box].box.aspectRatio == nil else {
      return natural.contentHeight
    }
    // The lines and rows of these fill a definite height.
    var space = space
    space.ignoresHeight = true
    return measure(item.box, space: space).contentHeight
  }

  private func hasContentHeight(_ box: BoxID, _ space: FlexSpace) -> Bool {
    contentHeight(self[box].box.height, box, edges: UsedEdges(), space: space.block) == nil
      && contentHeight(self[box].box.maxHeight, box, edges: UsedEdges(), space: space.block) == nil
      && (contentHeight(self[box].box.minHeight, box, edges: UsedEdges(), space: space.block) ?? 0) == 0
  }

  /// The height of a replaced item at its cross size, or else its natural height.
  private mutating func replacedHeight(_ item: FlexItem, _ space: FlexSpace) -> Double {
    let content = tree.replaced[Int(tree[item.box].payload)]
    guard let ratio = ratio(of: item.box) else { return content.height }
    return Swift.max(0, item.cross - item.edges.left - item.edges.right) / ratio
  }

  /// The border-box width of an item of a column: stretched in a single line, its own, or determined by its content.
  private mutating func hypotheticalWidth(_ item: FlexItem, _ space: FlexSpace) -> Double {
    let box = item.box
    var edges = item.edges
    let outside = edges.left + edges.right
    let available = Swift.max(0, space.width - item.crossMargins.sum - outside)
    let byRatio = contentHeight(self[box].box.height, box, edges: edges, space: space.block).flatMap {
      transferredWidth(of: item, byHeight: constrainHeight($0, box, edges: edges, space: space.block), space)
    }
    if tree[box].kind == .replaced, !(item.isStretched && !space.axes.wraps) {
      return replacedSize(box, edges: edges, space: space.block).width + outside
    }
    let width: Double
    if let own = contentWidth(box, itemWidth(box), edges: edges, space: space.block) {
      width = own
    } else if item.isStretched, !space.axes.wraps {
      width = available
    } else if let byRatio {
      width = byRatio
    } else if tree[box].kind == .table {
      return tableWidth(box, space: space.block)
    } else {
      width = shrinkToFit(box, available: available, edges: edges, space: space.block)
    }
    edges.contentWidth = constrainWidth(width, box, edges: edges, space: space.block)
    return edges.borderBoxWidth
  }

  // MARK: - Ratios (css-sizing-4 §5)

  /// The preferred ratio of width to height of a replaced box.
  private func ratio(of box: BoxID) -> Double? {
    guard tree[box].kind == .replaced else { return nil }
    let content = tree.replaced[Int(tree[box].payload)]
    let natural = content.height > 0 && content.width > 0 ? content.width / content.height : nil
    return self[box].box.aspectRatio.flatMap { $0.isAuto && natural != nil ? nil : $0.ratio } ?? natural
  }

  /// The content width transferred from a content height.
  private mutating func transferredWidth(of item: FlexItem, byHeight height: Double, _ space: FlexSpace) -> Double? {
    if let ratio = ratio(of: item.box) { return height * ratio }
    return widthByRatio(
      item.box, edges: item.edges, borderBoxHeight: height + item.edges.top + item.edges.bottom, space: space.block)
  }

  /// `min-height` and `max-height` transferred to limits of the content width.
  private func widthLimits(_ item: FlexItem, _ space: FlexSpace) -> (least: Double, most: Double) {
    guard let ratio = ratio(of: item.box) else {
      return widthLimitsByRatio(item.box, edges: item.edges, space: space.block)
    }
    let style = self[item.box].box
    let least = contentHeight(style.minHeight, item.box, edges: item.edges, space: space.block).map { $0 * ratio } ?? 0
    let most =
      contentHeight(style.maxHeight, item.box, edges: item.edges, space: space.block).map { $0 * ratio } ?? .infinity
    return (least, Swift.max(most, least))
  }
}
