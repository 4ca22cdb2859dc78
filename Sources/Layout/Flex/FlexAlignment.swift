import Style

/// An alignment relative to the axes of a flex container (css-flexbox-1 §8, css-align-3 §4).
enum FlexAlignment {
  case flexStart, flexEnd, center, stretch, firstBaseline, lastBaseline
  case spaceBetween, spaceAround, spaceEvenly

  /// - Parameter isReversed: the axis runs against the writing direction, which `start` and `end` refer to.
  private init(_ value: ItemStyle.Alignment, isReversed: Bool, normal: FlexAlignment) {
    switch value {
    case .auto, .normal: self = normal
    case .stretch: self = .stretch
    case .flexStart: self = .flexStart
    case .flexEnd: self = .flexEnd
    case .start, .selfStart, .left: self = isReversed ? .flexEnd : .flexStart
    case .end, .selfEnd, .right: self = isReversed ? .flexStart : .flexEnd
    case .center: self = .center
    case .baseline: self = .firstBaseline
    case .lastBaseline: self = .lastBaseline
    case .spaceBetween: self = .spaceBetween
    case .spaceAround: self = .spaceAround
    case .spaceEvenly: self = .spaceEvenly
    }
  }

  /// `justify-content`: of the items along the main axis.
  static func main(_ value: ItemStyle.Alignment, _ axes: FlexAxes) -> FlexAlignment {
    switch value {
    case .left, .right:
      guard !axes.isColumn else { return FlexAlignment(.start, isReversed: axes.reversesFlow, normal: .flexStart) }
      return (value == .right) == axes.mainIsNegative ? .flexStart : .flexEnd
    default:
      return FlexAlignment(value, isReversed: axes.reversesFlow, normal: .flexStart)
    }
  }

  /// `align-content`: of the lines along the cross axis.
  static func lines(_ value: ItemStyle.Alignment, _ axes: FlexAxes) -> FlexAlignment {
    FlexAlignment(value, isReversed: axes.reversesWrap, normal: .stretch)
  }

  /// `align-self`: of an item in its line.
  ///
  /// - Parameter ownIsReversed: the item has another inline direction than its container.
  static func item(_ value: ItemStyle.Alignment, _ axes: FlexAxes, ownIsReversed: Bool) -> FlexAlignment {
    var value = value
    if axes.isColumn, ownIsReversed {
      if value == .selfStart { value = .end } else if value == .selfEnd { value = .start }
    }
    let alignment = FlexAlignment(value, isReversed: axes.reversesWrap, normal: .stretch)
    // In a column, text baselines are not along the cross axis (css-align-3 §9.1).
    guard axes.isColumn else { return alignment }
    switch alignment {
    case .firstBaseline: return FlexAlignment(.start, isReversed: axes.reversesWrap, normal: .stretch)
    case .lastBaseline: return FlexAlignment(.end, isReversed: axes.reversesWrap, normal: .stretch)
    default: return alignment
    }
  }

  /// The offset of the first of `count` subjects and the additional space between them (css-align-3 §5.3).
  ///
  /// - Parameter isReversed: the axis runs against the writing direction, at whose start subjects are that overflow with
  ///   space around them (the fallback alignment `safe center`).
  func distribute(free: Double, count: Int, isReversed: Bool = false) -> (start: Double, extra: Double) {
    guard count > 0 else { return (0, 0) }
    switch self {
    case .center: return (free / 2, 0)
    case .flexEnd, .lastBaseline: return (free, 0)
    case .spaceBetween where free > 0 && count > 1: return (0, free / Double(count - 1))
    case .spaceAround where free > 0: return (free / Double(count) / 2, free / Double(count))
    case .spaceEvenly where free > 0: return (free / Double(count + 1), free / Double(count + 1))
    case .spaceAround where isReversed, .spaceEvenly where isReversed: return (free, 0)
    default: return (0, 0)
    }
  }
}

extension LayoutContext {
  /// `align-self`, with `auto` resolved against the container.
  func flexAlignment(of item: BoxID, in container: BoxID, _ axes: FlexAxes) -> FlexAlignment {
    let own = self[item].item.alignSelf
    let value = own == .auto ? self[container].item.alignItems : own
    return FlexAlignment.item(value, axes, ownIsReversed: isRTL(item) != isRTL(container))
  }

  /// Adds placeholders for absolutely positioned children, each as if it were the only item (css-flexbox-1 §4.1).
  mutating func addPlaceholders(of container: BoxID, _ lines: FlexLines, into builder: inout BoxFragmentBuilder) {
    let axes = lines.axes
    for child in tree.children(of: container) where isOutOfFlow(child) {
      let main = Self.edge(
        FlexAlignment.main(self[container].item.justifyContent, axes), isNegative: axes.mainIsNegative)
      let cross = Self.edge(flexAlignment(of: child, in: container, axes), isNegative: axes.crossIsNegative)
      var area = StaticArea(size: Size(width: lines.width, height: lines.height))
      (area.x, area.y) = axes.isColumn ? (cross, main) : (main, cross)
      addPlaceholder(child, area, into: &builder)
    }
  }

  private static func edge(_ alignment: FlexAlignment, isNegative: Bool) -> StaticArea.Edge {
    let offset = alignment.distribute(free: 2, count: 1).start
    if offset == 1 { return .center }
    return (offset == 0) != isNegative ? .start : .end
  }
}
