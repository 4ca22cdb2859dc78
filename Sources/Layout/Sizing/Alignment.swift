import Style

/// Box alignment (css-align-3) in logical terms: offsets are measured from the start side of the axis.
enum BoxAlignment {
  /// The offset of the first of `count` subjects and the additional space between them (css-align-3 §5.3).
  ///
  /// - Parameter isReversed: the axis runs from right to left, for `left` and `right`.
  static func distribute(
    _ alignment: ItemStyle.Alignment, free: Double, count: Int, isReversed: Bool
  ) -> (start: Double, extra: Double) {
    guard count > 0 else { return (0, 0) }
    switch alignment {
    case .center: return (free / 2, 0)
    case .end, .flexEnd: return (free, 0)
    case .left: return (isReversed ? free : 0, 0)
    case .right: return (isReversed ? 0 : free, 0)
    case .spaceBetween where free > 0 && count > 1: return (0, free / Double(count - 1))
    case .spaceAround where free > 0: return (free / Double(count) / 2, free / Double(count))
    case .spaceEvenly where free > 0: return (free / Double(count + 1), free / Double(count + 1))
    default: return (0, 0)
    }
  }

  /// The offset of a box in the free space around it (css-align-3 §6.1).
  ///
  /// - Parameters:
  ///   - isReversed: the container's axis runs from right to left.
  ///   - ownIsReversed: the box's own axis does.
  static func offset(_ alignment: ItemStyle.Alignment, free: Double, isReversed: Bool, ownIsReversed: Bool) -> Double {
    switch alignment {
    case .center: free / 2
    case .end, .flexEnd, .lastBaseline: free
    case .left: isReversed ? free : 0
    case .right: isReversed ? 0 : free
    case .selfStart: isReversed == ownIsReversed ? 0 : free
    case .selfEnd: isReversed == ownIsReversed ? free : 0
    default: 0
    }
  }
}

extension LayoutContext {
  /// Whether the alignment of an item is `safe` (css-align-3 §4.4).
  func isSafe(
    _ item: BoxID, in container: BoxID, _ own: ItemStyle.SafeAlignments, _ items: ItemStyle.SafeAlignments
  ) -> Bool {
    let isAutomatic = own == .alignSelf ? self[item].item.alignSelf == .auto : self[item].item.justifySelf == .auto
    return isAutomatic ? self[container].item.safe.contains(items) : self[item].item.safe.contains(own)
  }

  /// The alignment of a block-level box in normal flow along the inline axis (css-align-3 §6.1.1); nil if it fills the
  /// width.
  func inlineAlignment(of box: BoxID) -> ItemStyle.Alignment? {
    let parent = tree[box].parent
    guard !parent.isNone, !tree[box].isAnonymous, tree[parent].kind == .block || tree[parent].kind == .cell,
      !isFlex(parent), !isGrid(parent)
    else { return nil }
    let alignment = justification(of: box, in: parent)
    return alignment == .normal || alignment == .stretch ? nil : alignment
  }

  /// Whether a block of automatic width is only as wide as its content, because it is aligned.
  func shrinksToAlign(_ box: BoxID) -> Bool {
    let style = tree[box].style
    return self[style].box.margin.left != .auto && self[style].box.margin.right != .auto
      && inlineAlignment(of: box) != nil
  }
}
