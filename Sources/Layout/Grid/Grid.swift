import Style

/// A grid container's items and tracks (css-grid-2), sized for one content width.
struct Grid {
  var items: [GridItem] = []
  var columns = GridTracks()
  var rows = GridTracks()
  var columnLines = GridLines(count: 0)
  var rowLines = GridLines(count: 0)
  /// The content width and the definite content height that the tracks were sized for, px.
  var width = 0.0
  var definiteHeight: Double?
  /// The content height: the definite one, or that of the rows.
  var height = 0.0
  /// Item indices ordered by first row.
  var byRow: [Int] = []
  /// Break values other than `auto` at the row lines: of items that end before a line, and of those that start after
  /// it.
  var breaksBefore: [Int: [BoxStyle.Break]] = [:]
  var breaksAfter: [Int: [BoxStyle.Break]] = [:]
  /// Set for grid lanes.
  var lanes: GridLanes?
}

/// One item of a grid container (css-grid-2 §6), px.
struct GridItem {
  var box: BoxID
  /// The tracks it spans, counted from the first track of the implicit grid.
  var columns: Range<Int>
  var rows: Range<Int>
  /// Margins, borders and padding. Percentages refer to the width of its grid area.
  var edges = UsedEdges()
  /// The border-box width in its grid area.
  var width = 0.0
  /// The item measured at that width, with its natural height.
  var natural: MeasuredBlock?
  /// The shift by which it shares a baseline: downwards, or upwards from the end of its area.
  var shim = 0.0
  var alignX = ItemStyle.Alignment.start
  var alignY = ItemStyle.Alignment.start
  /// Whether the item's border box fills the height of its grid area.
  var fillsHeight = false
  /// The limits of its border-box height in that case.
  var heights = 0.0...Double.infinity

  /// Its border-box height if it fills an area of a given height, limited by `min-height` and `max-height`.
  func height(filling area: Double) -> Double {
    let height = Swift.max(0, area - edges.margin.top - edges.margin.bottom)
    return Swift.min(Swift.max(height, heights.lowerBound), heights.upperBound)
  }

  /// It always extends to the end of its area.
  var fillsAnyHeight: Bool { fillsHeight && heights.upperBound == .infinity }
}

extension LayoutContext {
  /// Whether a box is a grid container, also one with lanes.
  func isGrid(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block else { return false }
    let display = self[box].box.display
    return display == .grid || display == .inlineGrid || isGridLanes(box)
  }

  /// `justify-self`, resolved against the container.
  func justification(of item: BoxID, in container: BoxID) -> ItemStyle.Alignment {
    let own = self[item].item.justifySelf
    let value = own == .auto ? self[container].item.justifyItems : own
    switch value {
    case .auto, .normal: return .normal
    // Items cannot be aligned by baselines along the inline axis.
    case .baseline: return .start
    case .lastBaseline: return .end
    default: return value
    }
  }

  /// `align-self`, resolved against the container.
  func blockAlignment(of item: BoxID, in container: BoxID) -> ItemStyle.Alignment {
    let own = self[item].item.alignSelf
    let value = own == .auto ? self[container].item.alignItems : own
    return value == .auto ? .normal : value
  }
}

extension Range where Bound == Int {
  /// The range with both bounds increased.
  func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
