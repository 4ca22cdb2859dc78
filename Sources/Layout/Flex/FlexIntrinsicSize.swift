import Style

/// The intrinsic content widths of flex containers (css-flexbox-1 §9.9).
extension LayoutContext {
  mutating func flexIntrinsicSize(_ container: BoxID) -> IntrinsicSize {
    let axes = FlexAxes(self[container], width: 0, height: nil)
    let boxes = orderedItems(of: container)
    guard !axes.isColumn else { return columnIntrinsicSize(container, boxes, axes) }
    var size = IntrinsicSize()
    let shown = boxes.filter { !isCollapsedItem($0) }
    for box in shown {
      let part = flexContribution(of: box)
      size.max += part.max
      size.min = axes.wraps ? Swift.max(size.min, part.min) : size.min + part.min
    }
    if !shown.isEmpty {
      let gaps = axes.mainGap * Double(shown.count - 1)
      size.max += gaps
      if !axes.wraps { size.min += gaps }
    }
    size.max = Swift.max(size.max, size.min)
    return size
  }

  /// For a column container: the widest item, or the sum of the lines if a definite height wraps it into several.
  private mutating func columnIntrinsicSize(_ container: BoxID, _ boxes: [BoxID], _ axes: FlexAxes) -> IntrinsicSize {
    var size = IntrinsicSize()
    for box in boxes {
      let part = contribution(of: box)
      size.min = Swift.max(size.min, part.min)
      size.max = Swift.max(size.max, part.max)
    }
    guard axes.wraps else { return size }
    let edges = usedEdges(tree[container].style, containerWidth: 0)
    let space = ConstraintSpace(width: 0)
    let heights = ContainerHeights(
      definite: definiteHeight(container, edges: edges, space: space),
      most: greatestHeight(container, edges: edges, space: space))
    guard heights.definite != nil || heights.most.isFinite else { return size }
    let lines = solveFlex(container, boxes, width: size.max, heights: heights)
    guard lines.lines.count > 1 else { return size }
    let widths = lines.lines.map { line in line.items.reduce(0) { Swift.max($0, contribution(of: boxes[$1]).max) } }
    size.max = Swift.max(size.max, widths.reduce(axes.crossGap * Double(widths.count - 1), +))
    return size
  }

  /// The contribution of an item of a row: its own size, limited to its flex base size if it cannot grow or shrink.
  private mutating func flexContribution(of box: BoxID) -> IntrinsicSize {
    var size = contribution(of: box)
    let item = self[box].item
    guard case .length(let length) = item.flexBasis, !length.hasPercent else { return size }
    let style = self[box].box
    let edges = outerEdges(of: box, containerWidth: 0)
    let margins = edges.margin.left + edges.margin.right
    let inner = Swift.max(0, length.resolve(against: 0))
    let outside = edges.left + edges.right
    var base = style.boxSizing == .borderBox ? Swift.max(inner, outside) : inner + outside
    // A percentage of the width to be found counts as `none` (css-sizing-3 §5.2.1).
    if !style.maxWidth.hasPercent,
      let most = contentWidth(box, style.maxWidth, edges: edges, space: ConstraintSpace(width: 0))
    {
      base = Swift.min(base, most + outside)
    }
    if let least = contentWidth(box, style.minWidth, edges: edges, space: ConstraintSpace(width: 0)) {
      base = Swift.max(base, least + outside)
    } else if style.minWidth == .auto, !style.overflowX.isScrollable {
      // The content-based minimum size (§4.5).
      base = Swift.max(base, size.min - margins)
    }
    if item.flexGrow == 0 {
      size.min = Swift.min(size.min, base + margins)
      size.max = Swift.min(size.max, base + margins)
    }
    if item.flexShrink == 0 {
      size.min = Swift.max(size.min, base + margins)
      size.max = Swift.max(size.max, base + margins)
    }
    return size
  }
}
