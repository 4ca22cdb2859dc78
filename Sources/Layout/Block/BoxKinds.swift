import Style

/// Properties of boxes that decide how they are laid out.
extension LayoutContext {
  /// Returns true for a box that establishes an independent formatting context, which contains its floats and margins
  /// (css-display-3 §3).
  func establishesContext(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block, !isMulticol(box), !isFormula(box) else { return true }
    switch self[box].box.display {
    case .flowRoot, .inlineBlock, .inlineBlockListItem, .tableCell, .tableCaption, .flex, .inlineFlex, .grid,
      .inlineGrid, .gridLanes, .inlineGridLanes:
      return true
    default: break
    }
    if !self[box].box.containment.isDisjoint(with: [.layout, .paint]) { return true }
    if self[box].box.float != .none || self[box].box.overflow.isScrollable || self[box].box.lineLimit != nil {
      return true
    }
    // Spanners are independent of their container, also outside columns (css-multicol-1 §6.1).
    if self[box].item.columnSpanAll { return true }
    // A change of the block flow direction (css-writing-modes-4 §3.1).
    if hasTurnedContent(box) { return true }
    switch self[box].box.position {
    case .absolute, .fixed: return true
    case .static, .relative, .sticky, .running: return false
    }
  }

  func isOutOfFlow(_ box: BoxID) -> Bool {
    switch self[box].box.position {
    case .absolute, .fixed, .running: true
    default: false
    }
  }

  func isFloat(_ box: BoxID) -> Bool {
    let float = self[box].box.float
    return float == .left || float == .right
  }
}

extension SizeValue {
  var isZero: Bool {
    switch self {
    case .auto: true
    case .length(.px(0)), .length(.percent(0)): true
    default: false
    }
  }
}
