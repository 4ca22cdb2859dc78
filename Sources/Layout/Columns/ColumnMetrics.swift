import Style

/// The number and width of the columns of a multi-column container (css-multicol-1 §3.4).
struct ColumnMetrics {
  let count: Int
  /// The widths of a column and of the gap between two, px.
  let width, gap: Double
  let isRTL: Bool
  /// The container's content width.
  let available: Double

  /// The most columns side by side.
  static let maxColumns = 1000

  init(_ style: ComputedStyle, available: Double) {
    let item = style.item
    gap = item.columnGap.gap(in: available, normal: style.text.font.size)
    let wanted = item.columnCount.map { Int($0) } ?? Self.maxColumns
    var count = wanted
    if let width = item.columnWidth {
      let fitting = ((available + gap) / max(width + gap, 1)).rounded(.down)
      count = min(wanted, max(1, Int(min(fitting, Double(Self.maxColumns)))))
    }
    self.count = min(max(1, count), Self.maxColumns)
    width = max(0, (available + gap) / Double(self.count) - gap)
    isRTL = style.text.direction == .rightToLeft
    self.available = available
  }

  /// The left edge of a column in the container's content box; those beyond `count` overflow it.
  func x(_ column: Int) -> Double {
    let start = Double(column) * (width + gap)
    return isRTL ? available - width - start : start
  }
}

extension LayoutContext {
  /// Returns true for a block container whose content flows in columns (css-multicol-1 §2).
  func isMulticol(_ box: BoxID) -> Bool {
    let item = self[box].item
    guard item.columnCount != nil || item.columnWidth != nil else { return false }
    switch tree[box].kind {
    case .block: break
    case .cell, .caption: return true
    default: return false
    }
    switch self[box].box.display {
    case .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes: return false
    default: return true
    }
  }

  /// Returns true for a box that spans all columns, if it is in the flow of a multi-column container (css-multicol-1
  /// §6.1).
  func isSpanner(_ box: BoxID, in space: ConstraintSpace) -> Bool {
    space.allowsSpanners && self[box].item.columnSpanAll
  }

  /// Returns true for a box that spans the columns of an ancestor in the same block formatting context.
  func isSpanner(_ box: BoxID) -> Bool {
    guard self[box].item.columnSpanAll, !isFloat(box), !isOutOfFlow(box) else { return false }
    var ancestor = tree[box].parent
    while !ancestor.isNone {
      if isMulticol(ancestor) { return true }
      if establishesContext(ancestor) { return false }
      ancestor = tree[ancestor].parent
    }
    return false
  }

  /// The intrinsic content widths of a multi-column container, determined by its columns and its spanners (css-sizing-3
  /// §5.3). One column is at most as wide as `column-width`, but may be narrower.
  mutating func columnsIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    let item = self[box].item
    var size = contentIntrinsicSize(box)
    if let width = item.columnWidth {
      size.min = min(size.min, width)
      size.max = max(size.max, width)
    }
    let count = Double(min(item.columnCount ?? 1, Int32(ColumnMetrics.maxColumns)))
    let gap = item.columnGap.gap(in: nil, normal: self[box].text.font.size)
    let gaps = gap * (count - 1)
    if item.columnWidth == nil { size.min = size.min * count + gaps }
    size.max = size.max * count + gaps
    widen(&size, bySpannersIn: box)
    size.max = max(size.min, size.max)
    return size
  }

  private mutating func widen(_ size: inout IntrinsicSize, bySpannersIn box: BoxID) {
    for child in Array(tree.children(of: box)) where !isFloat(child) && !isOutOfFlow(child) {
      if isSpanner(child) {
        let part = contribution(of: child)
        size.min = max(size.min, part.min)
        size.max = max(size.max, part.max)
      } else if !establishesContext(child) {
        widen(&size, bySpannersIn: child)
      }
    }
  }
}
