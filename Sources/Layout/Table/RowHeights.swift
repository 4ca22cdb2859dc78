/// The height of a row while those of the table are computed, px.
struct RowHeight: Equatable {
  var height = 0.0
  /// The percentage of the table's height.
  var percent: Double?
  /// The row or a cell in it specifies a height.
  var isConstrained = false
  /// A cell that spans into the next row starts here.
  var startsSpan = false
}

/// The distribution of additional height to rows (CSS 2.2 §17.5.3, css-tables-3 §3.10.5).
extension Array where Element == RowHeight {
  /// The height of rows and the spacing between them.
  func total(_ rows: Range<Int>, spacing: Double) -> Double {
    rows.reduce(spacing * Double(Swift.max(0, rows.count - 1))) { $0 + self[$1].height }
  }

  /// Increases rows to a total height: first those with percentages, then those without a height in proportion to
  /// their size. Empty rows only grow if all are empty.
  ///
  /// - Parameters:
  ///   - isSpan: for a cell that spans the rows, rather than for their group.
  ///   - basis: the basis of percentages, if the table has a height.
  mutating func grow(_ rows: Range<Int>, to wanted: Double, spacing: Double, isSpan: Bool, basis: Double?) {
    var extra = wanted - total(rows, spacing: spacing)
    guard extra > 1e-6, !rows.isEmpty else { return }
    if let basis { extra -= growPercentages(rows, by: extra, basis: basis) }
    guard extra > 1e-6 else { return }
    let spans = rows.dropFirst().filter { self[$0].startsSpan }
    let open = rows.filter { !self[$0].isConstrained && self[$0].percent == nil && self[$0].height > 0 }
    let filled = rows.filter { self[$0].height > 0 }
    let unconstrained = rows.filter { !self[$0].isConstrained && self[$0].percent == nil }
    if isSpan, !spans.isEmpty {
      // As in browsers, rows in which further spanning cells start take all of it.
      for row in spans { self[row].height += extra / Double(spans.count) }
    } else if !open.isEmpty {
      share(extra, to: open)
    } else if filled.isEmpty {
      if isSpan, let last = rows.last {
        self[last].height += extra
      } else {
        share(extra, to: unconstrained.isEmpty ? Swift.Array(rows) : unconstrained)
      }
    } else if !unconstrained.isEmpty, !isSpan {
      share(extra, to: unconstrained)
    } else {
      share(extra, to: filled)
    }
  }

  /// Increases rows to their percentages, by at most `extra` in total. Returns the increase.
  private mutating func growPercentages(_ rows: Range<Int>, by extra: Double, basis: Double) -> Double {
    func missing(_ row: Int) -> Double {
      self[row].percent.map { Swift.max(0, basis * $0 / 100 - self[row].height) } ?? 0
    }
    let gaps = rows.map(missing)
    let whole = gaps.reduce(0, +)
    guard whole > 0 else { return 0 }
    let scale = Swift.min(1, extra / whole)
    for (offset, row) in rows.enumerated() { self[row].height += gaps[offset] * scale }
    return whole * scale
  }

  private mutating func share(_ extra: Double, to rows: [Int]) {
    let whole = rows.reduce(0) { $0 + self[$1].height }
    for row in rows { self[row].height += extra * (whole > 0 ? self[row].height / whole : 1 / Double(rows.count)) }
  }
}

/// Consecutive rows as laid out in one piece: their heights by the cells in one row, and the cells that span several.
struct MeasuredRows {
  var heights: [RowHeight]
  var spans: [(cell: Int, rows: Range<Int>, height: Double)] = []
}

/// Row heights that depend on more than the cells of each row: on cells that span rows, and on the heights of groups
/// and of the table.
struct TableHeights {
  /// The inputs: the width of the table, and its specified height.
  var width: Double
  var wanted: Double?
  /// px; not a number if not computed.
  var rows: [Double]
  /// What the heights of rows that spanning cells connect were computed from, by the first row.
  var clusters: [Int: MeasuredRows] = [:]
  /// px; the height that each row with `visibility: collapse` takes from cells that span it, with the space below it.
  var hidden: [Int: Double] = [:]
  /// px; the heights of the header and of the footer, if computed.
  var head: Double?
  var foot: Double?

  subscript(row: Int) -> Double? { rows[row].isNaN ? nil : rows[row] }

  /// The height that collapsed rows take from a cell over these rows.
  func hidden(_ range: Range<Int>) -> Double {
    hidden.isEmpty ? 0 : range.reduce(0) { $0 + (hidden[$1] ?? 0) }
  }

  /// The height of a cell over these rows, as if none were collapsed, if it is known.
  func height(_ range: Range<Int>, spacing: Double) -> Double? {
    var height = spacing * Double(range.count - 1)
    for row in range { height += hidden[row].map { $0 - spacing } ?? rows[row] }
    return height.isNaN ? nil : height
  }
}
