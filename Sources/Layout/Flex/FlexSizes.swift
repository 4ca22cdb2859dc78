import Style

/// The sizes of flex items (css-flexbox-1 §9.2, §9.3, §9.7).
extension Flow {
  /// An item with its flex base size and its limits, before lines are made.
  mutating func flexItem(_ box: BoxID, axes: FlexAxes, space: BlockSpace, containerCross: Double?) -> FlexItem {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    let style = self[box].box
    var item = FlexItem(box: box, edges: edges)
    let margins = style.margin
    if axes.isColumn {
      (item.mainStart, item.mainEnd, item.crossStart, item.crossEnd) = (edges.margin.top, edges.margin.bottom, edges.margin.left, edges.margin.right)
      item.autoMain = (margins.top == .auto, margins.bottom == .auto)
      item.autoCross = (margins.left == .auto, margins.right == .auto)
    } else {
      (item.mainStart, item.mainEnd, item.crossStart, item.crossEnd) = (edges.margin.left, edges.margin.right, edges.margin.top, edges.margin.bottom)
      item.autoMain = (margins.left == .auto, margins.right == .auto)
      item.autoCross = (margins.top == .auto, margins.bottom == .auto)
    }
    edges.contentWidth = 0
    if axes.isColumn {
      measureColumnItem(&item, style, space: space)
    } else {
      measureRowItem(&item, style, space: space)
    }
    item.main = Swift.min(Swift.max(item.base, item.least), Swift.max(item.least, item.most))
    return item
  }

  private mutating func measureRowItem(_ item: inout FlexItem, _ style: BoxStyle, space: BlockSpace) {
    let box = item.box
    let edges = item.edges
    let outside = edges.left + edges.right
    let basis = self[box].item.flexBasis
    let preferred = basis == .auto ? style.width : basis
    let own = contentWidth(box, preferred, edges: edges, space: space)
    item.base = (own ?? maxContentWidth(box, edges: edges, space: space)) + outside
    if let most = contentWidth(box, style.maxWidth, edges: edges, space: space) { item.most = most + outside }
    if style.minWidth == .auto {
      // The automatic minimum size (css-flexbox-1 §4.5).
      var least = style.overflow == .visible ? minContentWidth(box, edges: edges, space: space) : 0
      if let width = contentWidth(box, style.width, edges: edges, space: space) { least = Swift.min(least, width) }
      item.least = Swift.min(least + outside, item.most)
    } else {
      item.least = (contentWidth(box, style.minWidth, edges: edges, space: space) ?? 0) + outside
    }
  }

  private mutating func maxContentWidth(_ box: BoxID, edges: UsedEdges, space: BlockSpace) -> Double {
    if tree[box].kind == .replaced { return replacedSize(box, edges: edges, space: space).width }
    return intrinsicSize(box).max
  }

  private mutating func minContentWidth(_ box: BoxID, edges: UsedEdges, space: BlockSpace) -> Double {
    if tree[box].kind == .replaced { return replacedSize(box, edges: edges, space: space).width }
    return intrinsicSize(box).min
  }

  private mutating func measureColumnItem(_ item: inout FlexItem, _ style: BoxStyle, space: BlockSpace) {
    let box = item.box
    let edges = item.edges
    let outside = edges.top + edges.bottom
    item.cross = crossWidth(item, space: space)
    let basis = self[box].item.flexBasis
    let preferred = basis == .auto ? style.height : basis
    let natural = contentHeight(style.minHeight, box, edges: edges, space: space)
    let content = layoutProbe(item, space: space)
    item.base = contentHeight(preferred, box, edges: edges, space: space).map { $0 + outside } ?? content
    if let most = contentHeight(style.maxHeight, box, edges: edges, space: space) { item.most = most + outside }
    item.least = natural.map { $0 + outside } ?? (style.overflow == .visible ? Swift.min(content, item.base, item.most) : outside)
  }

  /// The width of an item of a column: stretched, its own, or that of its content.
  mutating func crossWidth(_ item: FlexItem, space: BlockSpace) -> Double {
    let box = item.box
    var edges = item.edges
    if tree[box].kind == .replaced {
      return replacedSize(box, edges: edges, space: space).width + edges.left + edges.right
    }
    let outside = edges.left + edges.right
    let available = space.width - item.crossStart - item.crossEnd - outside
    let width: Double
    if let own = contentWidth(box, self[box].box.width, edges: edges, space: space) {
      width = own
    } else if alignment(of: box, in: tree[box].parent) == .stretch, !item.autoCross.start, !item.autoCross.end {
      width = available
    } else {
      width = shrinkToFit(box, available: available)
    }
    edges.contentWidth = constrainWidth(width, box, edges: edges, space: space)
    return edges.borderBoxWidth
  }

  /// An item's natural border-box height at its width.
  private mutating func layoutProbe(_ item: FlexItem, space: BlockSpace) -> Double {
    let before = fragments.entries.count
    defer { fragments.entries.removeSubrange(before...) }
    var inner = BlockSpace(width: space.width, height: space.height)
    inner.isContextRoot = true
    if tree[item.box].kind != .replaced { inner.borderBoxWidth = item.cross }
    return layout(item.box, space: inner, from: nil).height
  }

  /// `align-self`, resolved against the container.
  func alignment(of item: BoxID, in container: BoxID) -> ItemStyle.Alignment {
    let own = self[item].item.alignSelf
    let value = own == .auto ? self[container].item.alignItems : own
    return value == .normal || value == .auto ? .stretch : value
  }

  /// Collects items into lines (§9.3).
  func flexLines(_ items: [FlexItem], axes: FlexAxes, available: Double?) -> [FlexLine] {
    guard axes.wraps, let available else { return items.isEmpty ? [] : [FlexLine(items: 0..<items.count)] }
    var lines: [FlexLine] = []
    var start = 0
    var used = 0.0
    for (index, item) in items.enumerated() {
      let size = item.outerMain + (index > start ? axes.mainGap : 0)
      if index > start, used + size > available + PageSpace.tolerance {
        lines.append(FlexLine(items: start..<index))
        start = index
        used = item.outerMain
      } else {
        used += size
      }
    }
    if start < items.count { lines.append(FlexLine(items: start..<items.count)) }
    return lines
  }

  /// Resolves the flexible lengths of a line (§9.7).
  func resolveFlexibleLengths(_ items: inout [FlexItem], line: FlexLine, axes: FlexAxes, available: Double) {
    let gaps = axes.mainGap * Double(Swift.max(0, line.items.count - 1))
    let hypothetical = line.items.reduce(gaps) { $0 + items[$1].outerMain }
    let grows = hypothetical < available
    func factor(_ index: Int) -> Double {
      let style = self[items[index].box].item
      return grows ? style.flexGrow : style.flexShrink
    }
    for index in line.items {
      items[index].isFrozen =
        factor(index) == 0 || (grows ? items[index].base > items[index].main : items[index].base < items[index].main)
      if !items[index].isFrozen { items[index].main = items[index].base }
    }
    func freeSpace() -> Double { available - line.items.reduce(gaps) { $0 + items[$1].outerMain } }
    let initial = freeSpace()
    while line.items.contains(where: { !items[$0].isFrozen }) {
      let open = line.items.filter { !items[$0].isFrozen }
      for index in open { items[index].main = items[index].base }
      var free = freeSpace()
      let factors = open.reduce(0) { $0 + factor($1) }
      if factors < 1, abs(initial * factors) < abs(free) { free = initial * factors }
      let scaled = open.reduce(0) { $0 + self[items[$1].box].item.flexShrink * innerBase(items[$1], axes) }
      var violation = 0.0
      var violations: [(index: Int, amount: Double)] = []
      for index in open {
        var target = items[index].base
        if grows, factors > 0 {
          target += free * factor(index) / Swift.max(factors, 1e-9)
        } else if !grows, scaled > 0 {
          target += free * self[items[index].box].item.flexShrink * innerBase(items[index], axes) / scaled
        }
        let clamped = Swift.max(items[index].least, Swift.min(target, items[index].most))
        items[index].main = clamped
        violations.append((index, clamped - target))
        violation += clamped - target
      }
      for (index, amount) in violations where violation == 0 || (violation > 0) == (amount > 0) && amount != 0 {
        items[index].isFrozen = true
      }
      if abs(violation) < 1e-9 { for index in open { items[index].isFrozen = true } }
    }
  }

  private func innerBase(_ item: FlexItem, _ axes: FlexAxes) -> Double {
    Swift.max(0, item.base - (axes.isColumn ? item.edges.top + item.edges.bottom : item.edges.left + item.edges.right))
  }
}
