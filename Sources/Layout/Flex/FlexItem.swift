import Style

/// An item of a flex container (css-flexbox-1 §4). Sizes are those of the border box; margins and positions follow
/// the axes; px.
struct FlexItem {
  let box: BoxID
  var edges: UsedEdges
  /// The flex base size, and the limits of the main size.
  var base = 0.0
  var least = 0.0
  var most = Double.infinity
  /// The main size: first the hypothetical one, finally the used one.
  var main = 0.0
  var cross = 0.0
  var isFrozen = false
  var mainMargins = FlexMargins()
  var crossMargins = FlexMargins()
  /// `align-self` relative to the cross axis.
  var alignment = FlexAlignment.stretch
  /// `align-self: stretch` applies: the cross size is `auto`, and so is no cross margin.
  var isStretched = false
  /// The cross size is determined by the line, not by the content.
  var fillsLine = false
  /// The main size in a column is definite.
  var hasDefiniteMain = false
  /// The item measured at its main size.
  var natural: MeasuredBlock?
  /// The position of the border box, from the start of the axis.
  var mainPosition = 0.0
  var crossPosition = 0.0
  /// The border box in the content box of the unbroken container.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)

  var outerMain: Double { main + mainMargins.sum }
  var outerCross: Double { cross + crossMargins.sum }
}

/// The margins of an item along an axis. `auto` margins are 0 until they are resolved.
struct FlexMargins {
  var start = 0.0
  var end = 0.0
  var startIsAuto = false
  var endIsAuto = false

  var sum: Double { start + end }
  var hasAuto: Bool { startIsAuto || endIsAuto }

  init() {}

  init(start: (MarginValue, Double), end: (MarginValue, Double), isReversed: Bool) {
    let (first, last) = isReversed ? (end, start) : (start, end)
    (self.start, self.end) = (first.1, last.1)
    (startIsAuto, endIsAuto) = (first.0 == .auto, last.0 == .auto)
  }
}

/// The items of one flex line, and its position along the cross axis.
struct FlexLine {
  let items: Range<Int>
  var cross = 0.0
  var position = 0.0
  /// The distance of the shared first baseline from the line's cross start, and of the last baseline from its cross
  /// end.
  var firstBaseline = 0.0
  var lastBaseline = 0.0
}

/// What a collapsed item leaves in its line (css-flexbox-1 §4.4).
struct FlexStrut {
  /// The number of preceding items that are not collapsed. The last one is in the same line.
  var preceding: Int
  var cross: Double
}

/// The axes of a flex container.
struct FlexAxes {
  let isColumn: Bool
  let wraps: Bool
  /// `row-reverse` or `column-reverse`; `wrap-reverse`.
  let reversesFlow: Bool
  let reversesWrap: Bool
  /// The main axis runs to the left or upwards; the cross axis likewise.
  let mainIsNegative: Bool
  let crossIsNegative: Bool
  let mainGap: Double
  let crossGap: Double

  init(_ style: ComputedStyle, width: Double, height: Double?) {
    let item = style.item
    isColumn = item.flexDirection == .column || item.flexDirection == .columnReverse
    wraps = item.flexWrap != .nowrap
    reversesFlow = item.flexDirection == .rowReverse || item.flexDirection == .columnReverse
    reversesWrap = item.flexWrap == .wrapReverse
    let isRTL = style.text.direction == .rightToLeft
    mainIsNegative = isColumn ? reversesFlow : reversesFlow != isRTL
    crossIsNegative = isColumn ? reversesWrap != isRTL : reversesWrap
    let rowGap = item.rowGap.gap(in: height)
    let columnGap = item.columnGap.gap(in: width)
    mainGap = isColumn ? rowGap : columnGap
    crossGap = isColumn ? columnGap : rowGap
  }

  /// An item's margins along both axes.
  func margins(_ margin: Sides<MarginValue>, _ used: Sides<Double>) -> (main: FlexMargins, cross: FlexMargins) {
    let horizontal = FlexMargins(
      start: (margin.left, used.left), end: (margin.right, used.right),
      isReversed: isColumn ? crossIsNegative : mainIsNegative)
    let vertical = FlexMargins(
      start: (margin.top, used.top), end: (margin.bottom, used.bottom),
      isReversed: isColumn ? mainIsNegative : crossIsNegative)
    return isColumn ? (vertical, horizontal) : (horizontal, vertical)
  }
}

extension LayoutContext {
  /// Whether a box is a flex container.
  func isFlex(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block else { return false }
    let display = self[box].box.display
    return display == .flex || display == .inlineFlex
  }

  /// The items of a container in `order`. Excludes boxes out of flow.
  func orderedItems(of container: BoxID) -> [BoxID] {
    let items = tree.children(of: container).filter { !isOutOfFlow($0) }
    guard items.contains(where: { self[$0].item.order != 0 }) else { return items }
    return items.enumerated().sorted {
      (self[$0.element].item.order, $0.offset) < (self[$1.element].item.order, $1.offset)
    }.map(\.element)
  }
}
