import Style

/// One item of a flex container (css-flexbox-1 §4); main and cross sizes are of the border box, px.
struct FlexItem {
  var box: BoxID
  var edges: UsedEdges
  var base = 0.0
  var least = 0.0
  var most = Double.infinity
  /// The main size, from the hypothetical to the used one.
  var main = 0.0
  var cross = 0.0
  var isFrozen = false
  /// Margins along the axes, and which of them are `auto`.
  var mainStart = 0.0
  var mainEnd = 0.0
  var crossStart = 0.0
  var crossEnd = 0.0
  var autoMain = (start: false, end: false)
  var autoCross = (start: false, end: false)
  var result = BlockResult(fragment: .none)
  var mainPosition = 0.0
  var crossPosition = 0.0

  var outerMain: Double { main + mainStart + mainEnd }
  var outerCross: Double { cross + crossStart + crossEnd }
}

/// The items that stand on one flex line.
struct FlexLine {
  var items: Range<Int>
  var cross = 0.0
  var position = 0.0
  /// From the line's cross start to its items' shared baseline.
  var baseline = 0.0
}

/// How a flex container runs.
struct FlexAxes {
  let isColumn: Bool
  /// The main axis runs against the writing direction's.
  let reversesMain: Bool
  let reversesCross: Bool
  let wraps: Bool
  let mainGap: Double
  let crossGap: Double

  init(_ style: ComputedStyle, width: Double, height: Double?) {
    let item = style.item
    isColumn = item.flexDirection == .column || item.flexDirection == .columnReverse
    let isRTL = style.text.direction == .rightToLeft
    let isReverse = item.flexDirection == .rowReverse || item.flexDirection == .columnReverse
    reversesMain = isColumn ? isReverse : isReverse != isRTL
    wraps = item.flexWrap != .nowrap
    reversesCross = (item.flexWrap == .wrapReverse) != (isColumn && isRTL)
    let rowGap = item.rowGap?.resolve(against: height ?? 0) ?? 0
    let columnGap = item.columnGap?.resolve(against: width) ?? 0
    mainGap = isColumn ? rowGap : columnGap
    crossGap = isColumn ? columnGap : rowGap
  }
}

extension Flow {
  func isFlex(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block else { return false }
    let display = self[box].box.display
    return display == .flex || display == .inlineFlex
  }

  /// A container's items in `order`, those out of flow left out.
  func orderedItems(of container: BoxID) -> [BoxID] {
    let items = tree.children(of: container).filter { !isOutOfFlow($0) }
    guard items.contains(where: { self[$0].item.order != 0 }) else { return items }
    return items.enumerated().sorted {
      (self[$0.element].item.order, $0.offset) < (self[$1.element].item.order, $1.offset)
    }.map(\.element)
  }

  /// The intrinsic content widths of a flex container (css-flexbox-1 §9.9, in its simple form).
  mutating func flexIntrinsicSize(_ container: BoxID) -> IntrinsicSize {
    let axes = FlexAxes(self[container], width: 0, height: nil)
    var size = IntrinsicSize()
    let items = orderedItems(of: container)
    for item in items {
      let part = contribution(of: item)
      if axes.isColumn {
        size.max = Swift.max(size.max, part.max)
        size.min = Swift.max(size.min, part.min)
      } else {
        size.max += part.max
        size.min = axes.wraps ? Swift.max(size.min, part.min) : size.min + part.min
      }
    }
    if !axes.isColumn, !items.isEmpty {
      let gaps = axes.mainGap * Double(items.count - 1)
      size.max += gaps
      if !axes.wraps { size.min += gaps }
    }
    size.max = Swift.max(size.max, size.min)
    return size
  }
}
