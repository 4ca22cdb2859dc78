import Style

/// The sizes of grid items in their grid areas (css-grid-2 §6.2, css-align-3 §6).
extension LayoutContext {
  /// An item with its border-box width in its columns, and its margins.
  ///
  /// - Parameter rows: the height of its rows, px; nil while only fixed rows have one.
  mutating func fittedWidth(_ item: GridItem, _ grid: Grid, rows: Double? = nil) -> GridItem {
    var item = item
    let area = grid.columns.area(item.columns).size
    let style = self[item.box].box
    var edges = usedEdges(tree[item.box].style, containerWidth: area)
    let rows = rows ?? grid.rows.fixedSize(item.rows)
    item.fillsHeight = stretchesHeight(item)
    var space = ConstraintSpace(width: area, height: rows)
    item.edges = edges
    if item.fillsHeight { item.heights = heightLimits(item, area: rows) }
    let stretched = item.fillsHeight ? rows.map(item.height(filling:)) : nil
    let available = Swift.max(0, area - edges.margin.left - edges.margin.right - edges.left - edges.right)
    let ownWidth = itemWidth(item.box)
    let mayStretch = ownWidth == .auto && style.margin.left != .auto && style.margin.right != .auto
    let byRatio = widthByRatio(item.box, edges: edges, borderBoxHeight: stretched, space: space)
    switch tree[item.box].kind {
    case .replaced where !(mayStretch && item.alignX == .stretch):
      space.borderBoxHeight = stretched
      edges.contentWidth = replacedSize(item.box, edges: edges, space: space).width
    case .table where !(mayStretch && (item.alignX == .stretch || item.alignX == .normal)):
      edges = columns(of: item.box, space: space).edges
    default:
      let stretches = mayStretch && (item.alignX == .stretch || item.alignX == .normal && byRatio == nil)
      let own = contentWidth(item.box, ownWidth, edges: edges, space: space)
      // A subgrid fills its columns whatever its own sizes are (css-grid-2 §9).
      let isSubgrid = caches.subgrids[item.box]?.columns != nil
      let width =
        own ?? (item.alignX == .stretch && mayStretch ? available : nil)
        ?? (stretches ? limitedByRatio(available, item.box, edges: edges, space: space) : byRatio)
        ?? shrinkToFit(item.box, available: available, edges: edges, space: space)
      edges.contentWidth = isSubgrid ? available : constrainWidth(width, item.box, edges: edges, space: space)
    }
    item.width = edges.borderBoxWidth
    item.edges = edges
    return item
  }

  /// The limits of the border-box height of an item that fills the height of its area.
  ///
  /// - Parameter area: px; nil while the rows have no size.
  private func heightLimits(_ item: GridItem, area: Double?) -> ClosedRange<Double> {
    let space = ConstraintSpace(width: 0, height: area)
    let outside = item.edges.top + item.edges.bottom
    if caches.subgrids[item.box]?.rows != nil { return outside...(.infinity) }
    let least = constrainHeight(0, item.box, edges: item.edges, space: space) + outside
    let most = constrainHeight(.infinity, item.box, edges: item.edges, space: space) + outside
    return least...Swift.max(least, most)
  }

  /// Fits items to the heights of their areas, after the rows are sized: widths that follow from heights by a ratio, and
  /// limits that are percentages.
  mutating func fitToRows(_ grid: inout Grid) {
    for index in grid.items.indices where hasWidthByRows(grid.items[index]) {
      let item = grid.items[index]
      grid.items[index] = fittedWidth(item, grid, rows: grid.rows.area(item.rows).size)
    }
    limitHeights(&grid)
  }

  /// Whether the width of an item follows from the height of its rows (css-grid-2 §6.2, §12.1): it has a ratio, and its
  /// height is a percentage or fills its area.
  func hasWidthByRows(_ item: GridItem) -> Bool {
    let style = self[item.box].box
    guard style.width == .auto, tree[item.box].kind == .replaced || style.aspectRatio != nil else { return false }
    return item.fillsHeight || style.height.hasPercent || style.minHeight.hasPercent || style.maxHeight.hasPercent
  }

  /// Limits the heights of items by percentages of those of their areas.
  func limitHeights(_ grid: inout Grid) {
    for index in grid.items.indices where grid.items[index].fillsHeight {
      let item = grid.items[index]
      guard self[item.box].box.minHeight.hasPercent || self[item.box].box.maxHeight.hasPercent else { continue }
      grid.items[index].heights = heightLimits(item, area: grid.rows.area(item.rows).size)
    }
  }

  /// Returns true for an item whose border box fills the height of its area (css-grid-2 §6.2): `stretch`, or `normal`
  /// without a preferred ratio that its width determines the height by.
  private func stretchesHeight(_ item: GridItem) -> Bool {
    let style = self[item.box].box
    if caches.subgrids[item.box]?.rows != nil { return true }
    guard style.height == .auto, style.margin.top != .auto, style.margin.bottom != .auto else { return false }
    switch item.alignY {
    case .stretch: return true
    case .normal: return tree[item.box].kind != .replaced && (style.aspectRatio == nil || !hasOwnWidth(item))
    default: return false
    }
  }

  /// Whether a preferred ratio can determine the height of an item: its width is specified or fills its area.
  private func hasOwnWidth(_ item: GridItem) -> Bool {
    let style = self[item.box].box
    guard style.width == .auto else { return true }
    return style.margin.left != .auto && style.margin.right != .auto
      && (item.alignX == .normal || item.alignX == .stretch)
  }

  // MARK: - Positions in the area

  /// The border box's left edge from the content edge of the container.
  func gridX(_ item: GridItem, _ container: BoxID, _ grid: Grid) -> Double {
    let area = grid.columns.area(item.columns)
    let margin = item.edges.margin
    let style = self[item.box].box
    let isReversed = isRTL(container)
    let free = area.size - item.width - margin.left - margin.right
    let offset: Double
    switch (style.margin.left == .auto, style.margin.right == .auto) {
    case (true, true): offset = Swift.max(0, free) / 2
    case (true, false): offset = isReversed ? 0 : Swift.max(0, free)
    case (false, true): offset = isReversed ? Swift.max(0, free) : 0
    default:
      let isSafe = free < 0 && isSafe(item.box, in: container, .justifySelf, .justifyItems)
      offset = BoxAlignment.offset(
        isSafe ? .start : item.alignX, free: free, isReversed: isReversed, ownIsReversed: isRTL(item.box))
    }
    guard isReversed else { return area.start + margin.left + offset }
    return grid.width - area.start - offset - margin.right - item.width
  }

  /// The border box's top edge, from that of its area.
  func gridY(_ item: GridItem, height: Double, area: Double) -> Double {
    let margin = item.edges.margin
    let style = self[item.box].box
    let free = area - height - margin.top - margin.bottom
    switch (style.margin.top == .auto, style.margin.bottom == .auto) {
    case (true, true): return margin.top + Swift.max(0, free) / 2
    case (true, false): return margin.top + Swift.max(0, free)
    case (false, true): return margin.top
    default: break
    }
    switch item.alignY {
    case .baseline: return margin.top + item.shim
    case .lastBaseline: return margin.top + free - item.shim
    case _ where free < 0 && isSafe(item.box, in: tree[item.box].parent, .alignSelf, .alignItems): return margin.top
    default: return margin.top + BoxAlignment.offset(item.alignY, free: free, isReversed: false, ownIsReversed: false)
    }
  }
}
