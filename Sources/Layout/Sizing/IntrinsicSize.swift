import Style

/// The min-content and max-content width of a box (css-sizing-3 §5), px.
struct IntrinsicSize {
  var min = 0.0
  var max = 0.0
}

extension LayoutContext {
  /// The intrinsic content widths of a box, cached.
  mutating func intrinsicSize(_ box: BoxID) -> IntrinsicSize {
    if let known = caches.intrinsicSizes[box] { return known }
    guard nesting.stack.hasSpace else { return IntrinsicSize() }
    let size = measuredIntrinsicSize(box)
    caches.intrinsicSizes[box] = size
    return size
  }

  /// The intrinsic content widths of a box, not cached.
  mutating func measuredIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    guard nesting.stack.hasSpace else { return IntrinsicSize() }
    var size: IntrinsicSize
    switch tree[box].kind {
    case .replaced:
      let content = replacedSize(
        box, edges: usedEdges(tree[box].style, containerWidth: 0), space: ConstraintSpace(width: 0),
        forIntrinsicSize: true)
      size = IntrinsicSize(min: content.width, max: content.width)
    case .table: size = tableIntrinsicSize(box, scales: !isInMeasuredContainer(box))
    case .block where isFormula(box):
      let width = formulaLayout(box)?.box.width ?? 0
      size = IntrinsicSize(min: width, max: width)
    case .block where isFlex(box): size = flexIntrinsicSize(box)
    case .block where isGrid(box): size = gridIntrinsicSize(box)
    case _ where isMulticol(box): size = columnsIntrinsicSize(box)
    default: size = contentIntrinsicSize(box)
    }
    if !tree.legends.isEmpty, let legend = tree.legends[box] {
      let own = contribution(of: legend)
      size = IntrinsicSize(min: Swift.max(size.min, own.min), max: Swift.max(size.max, own.max))
    }
    if containsWidth(box), tree[box].kind != .replaced {
      let width = self[box].box.containedWidth ?? 0
      size = IntrinsicSize(min: width, max: width)
    }
    return size
  }

  /// Whether the width of a box does not depend on its content (css-contain-2 §3.1 and §3.2).
  func containsWidth(_ box: BoxID) -> Bool { !self[box].box.containment.isDisjoint(with: [.size, .inlineSize]) }

  /// The intrinsic content widths of a block container's lines or blocks.
  mutating func contentIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    tree[box].hasLines ? linesIntrinsicSize(box) : blocksIntrinsicSize(box)
  }

  /// The contribution of a box to the intrinsic widths of its container: its margin box, with its own width if it has
  /// one.
  mutating func contribution(of box: BoxID) -> IntrinsicSize {
    let edges = outerEdges(of: box, containerWidth: 0)
    let space = ConstraintSpace(width: 0)
    var size: IntrinsicSize
    if tree[box].kind != .table, let own = ownSize(box, self[box].box.width, edges: edges, space: space) {
      size = own
    } else if self[box].box.width == .auto, let width = widthByRatio(box, edges: edges, space: space) {
      size = IntrinsicSize(min: width, max: width)
    } else {
      size = intrinsicSize(box)
      if self[box].box.width.hasPercent, isCompressible(box) { size.min = 0 }
      if self[box].box.width == .auto {
        size.min = limitedByRatio(size.min, box, edges: edges, space: space)
        size.max = limitedByRatio(size.max, box, edges: edges, space: space)
      }
    }
    if let most = ownSize(box, self[box].box.maxWidth, edges: edges, space: space) {
      // The columns of a table are never narrower than their content.
      let least = tree[box].kind == .table && self[box].box.width == .auto ? size.min : 0
      size = IntrinsicSize(
        min: Swift.max(least, Swift.min(size.min, most.min)), max: Swift.max(least, Swift.min(size.max, most.max)))
    } else if self[box].box.maxWidth.hasPercent, isCompressible(box) {
      size.min = 0
    }
    if let least = ownSize(box, self[box].box.minWidth, edges: edges, space: space) {
      size = IntrinsicSize(min: Swift.max(size.min, least.min), max: Swift.max(size.max, least.max))
    }
    let outside = edges.left + edges.right + edges.margin.left + edges.margin.right
    return IntrinsicSize(min: Swift.max(0, size.min + outside), max: Swift.max(0, size.max + outside))
  }

  /// Whether a percentage makes the min-content contribution zero: replaced elements and form controls (css-sizing-3
  /// §5.2.2).
  private func isCompressible(_ box: BoxID) -> Bool {
    if tree[box].kind == .replaced { return true }
    let node = tree[box].node
    guard !node.isNone, document.document[node].namespace == .html else { return false }
    return [.input, .select, .textarea, .button].contains(document.document[node].name)
  }

  /// The content widths that a `width`, `min-width` or `max-width` demands whatever the container is (css-sizing-3
  /// §5.1); nil for the others.
  private mutating func ownSize(_ box: BoxID, _ value: SizeValue, edges: UsedEdges, space: ConstraintSpace)
    -> IntrinsicSize?
  {
    switch value {
    case .length where !value.hasPercent, .minContent, .maxContent:
      return contentWidth(box, value, edges: edges, space: space).map { IntrinsicSize(min: $0, max: $0) }
    case .fitContent(nil):
      let least = contentWidth(box, .minContent, edges: edges, space: space) ?? 0
      return contentWidth(box, .maxContent, edges: edges, space: space).map { IntrinsicSize(min: least, max: $0) }
    case .fitContent(let limit?) where !limit.hasPercent:
      return contentWidth(box, value, edges: edges, space: space).map { IntrinsicSize(min: $0, max: $0) }
    default: return nil
    }
  }

  /// The shrink-to-fit content width (CSS 2.2 §10.3.5), within the limits that follow from those of the height.
  mutating func shrinkToFit(_ box: BoxID, available: Double, edges: UsedEdges, space: ConstraintSpace) -> Double {
    let size = intrinsicSize(box)
    let width = Swift.max(size.min, Swift.min(size.max, Swift.max(0, available)))
    return limitedByRatio(width, box, edges: edges, space: space)
  }

  private mutating func blocksIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    var size = IntrinsicSize()
    var floated = 0.0
    for child in Array(tree.children(of: box)) {
      let (float, clear) = (self[child].box.float, self[child].box.clear)
      if isOutOfFlow(child) || isSpanner(child) { continue }
      let part = contribution(of: child)
      size.min = Swift.max(size.min, part.min)
      if float == .left || float == .right {
        if clear != .none { floated = 0 }
        floated += part.max
        size.max = Swift.max(size.max, floated)
      } else {
        if clear != .none { floated = 0 }
        // Lines and independent formatting contexts are placed beside the floats.
        let isBeside = tree[child].isAnonymous && tree[child].hasLines || establishesContext(child)
        size.max = Swift.max(size.max, isBeside ? floated + part.max : part.max)
        if !isBeside || part.max > 0 { floated = 0 }
      }
    }
    return size
  }
}
