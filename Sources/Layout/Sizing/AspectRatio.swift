import Style

/// Preferred aspect ratios of non-replaced boxes (css-sizing-4 §5), px.
extension LayoutContext {
  /// The content height transferred from a content width.
  func heightByRatio(_ box: BoxID, edges: UsedEdges) -> Double? {
    let isTable = tree[box].kind == .table
    guard let ratio = isTable ? self[box].box.aspectRatio?.ratio : preferredRatio(box), ratio > 0 else { return nil }
    guard isRatioOfBorderBox(box) else { return edges.contentWidth / ratio }
    return max(0, edges.borderBoxWidth / ratio - edges.top - edges.bottom)
  }

  /// The content width transferred from a definite height: the box's own, or one that its parent determines. It is at
  /// least that of the content unless `min-width` says otherwise (css-sizing-4 §5.1.3) or `max-height` limits it.
  mutating func widthByRatio(
    _ box: BoxID, edges: UsedEdges, borderBoxHeight: Double? = nil, space: ConstraintSpace
  ) -> Double? {
    guard preferredRatio(box) != nil else { return nil }
    let style = self[box].box
    guard
      var height = borderBoxHeight.map({ max(0, $0 - edges.top - edges.bottom) })
        ?? contentHeight(style.height, box, edges: edges, space: space)
    else { return nil }
    if let most = contentHeight(style.maxHeight, box, edges: edges, space: space) { height = min(height, most) }
    if let least = contentHeight(style.minHeight, box, edges: edges, space: space) { height = max(height, least) }
    let transferred = width(byRatio: height, box, edges: edges)
    guard style.minWidth == .auto, !style.overflowX.isScrollable else { return transferred }
    let most = widthLimitsByRatio(box, edges: edges, space: space).most
    return max(transferred, min(intrinsicSize(box).min, most))
  }

  /// `min-height` and `max-height` transferred to limits of the content width (css-sizing-4 §5.1.2), unless the height
  /// is definite.
  func widthLimitsByRatio(_ box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> (least: Double, most: Double) {
    let style = self[box].box
    guard preferredRatio(box) != nil, contentHeight(style.height, box, edges: edges, space: space) == nil else {
      return (0, .infinity)
    }
    let least = contentHeight(style.minHeight, box, edges: edges, space: space).map {
      width(byRatio: $0, box, edges: edges)
    }
    let most = contentHeight(style.maxHeight, box, edges: edges, space: space).map {
      width(byRatio: $0, box, edges: edges)
    }
    return (least ?? 0, max(most ?? .infinity, least ?? 0))
  }

  /// An automatic or intrinsic content width within these limits.
  func limitedByRatio(_ width: Double, _ box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double {
    let limits = widthLimitsByRatio(box, edges: edges, space: space)
    return max(limits.least, min(limits.most, width))
  }

  private func width(byRatio height: Double, _ box: BoxID, edges: UsedEdges) -> Double {
    let ratio = preferredRatio(box) ?? 0
    guard isRatioOfBorderBox(box) else { return height * ratio }
    return max(0, (height + edges.top + edges.bottom) * ratio - edges.left - edges.right)
  }

  /// Whether a box whose height follows from a ratio is at least as high as its content (css-sizing-4 §5.1.3).
  func growsBeyondRatio(_ box: BoxID, space: ConstraintSpace) -> Bool {
    let style = self[box].box
    guard style.aspectRatio != nil, space.borderBoxHeight == nil, style.minHeight == .auto,
      !style.overflowY.isScrollable
    else { return false }
    switch style.height {
    case .length(let length): return length.hasPercent && space.height == nil
    default: return true
    }
  }

  /// The content height of a flex or grid container that follows from its ratio, but is at least that of its items
  /// (css-sizing-4 §5.1.1). Their layout needs it; other boxes grow after the layout of their content.
  mutating func leastHeight(
    _ height: Double, ofContainer box: BoxID, edges: UsedEdges, space: ConstraintSpace
  ) -> Double {
    guard isFlex(box) || isGrid(box), growsBeyondRatio(box, space: space),
      !self[box].box.containment.contains(.size)
    else { return height }
    let width = edges.contentWidth
    let items: Double
    if isGrid(box) {
      items = solveGrid(box, width: width, heights: ContainerHeights(definite: height)).rows.total
    } else {
      let axes = FlexAxes(self[box], width: width, height: height)
      // The height determines how many lines a column wraps to.
      guard !axes.isColumn || !axes.wraps else { return height }
      items = solveFlex(box, orderedItems(of: box), width: width, heights: ContainerHeights()).height
    }
    return constrainHeight(max(height, items), box, edges: edges, space: space)
  }

  /// Replaced boxes have other rules, and only the heights of tables follow from their widths.
  private func preferredRatio(_ box: BoxID) -> Double? {
    guard tree[box].kind == .block else { return nil }
    return self[box].box.aspectRatio?.ratio
  }

  private func isRatioOfBorderBox(_ box: BoxID) -> Bool {
    let style = self[box].box
    return style.boxSizing == .borderBox && style.aspectRatio?.isAuto == false
  }
}
