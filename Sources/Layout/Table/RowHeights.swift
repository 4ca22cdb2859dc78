/// A row while the heights of a table's rows are worked out, px.
struct RowHeight: Equatable {
  var height = 0.0
  /// Of the table's height, 100 is all of it.
  var percent: Double?
  /// The row or a cell in it has a height of its own.
  var isConstrained = false
  /// A cell starts here that spans into the next row.
  var startsSpan = false
}

/// Shares out height that rows do not ask for themselves (CSS 2.2 §17.5.3, css-tables-3 §3.10.5).
extension Array where Element == RowHeight {
  /// The height of rows with the spacing between them.
  func total(_ rows: Range<Int>, spacing: Double) -> Double {
    rows.reduce(spacing * Double(Swift.max(0, rows.count - 1))) { $0 + self[$1].height }
  }

  /// Makes rows as high together as `wanted`: those with percentages first, then those without a height of their own, in
  /// proportion to what they have; empty ones only where all are.
  ///
  /// - Parameter isSpan: for a cell that spans the rows, rather than for their group.
  /// - Parameter basis: what percentages are of, where the table has a height.
  mutating func grow(_ rows: Range<Int>, to wanted: Double, spacing: Double, isSpan: Bool, basis: Double?) {
    var extra = wanted - total(rows, spacing: spacing)
    guard extra > 1e-6, !rows.isEmpty else { return }
    if let basis { extra -= growPercentages(rows, by: extra, basis: basis) }
    guard extra > 1e-6 else { return }
    let spans = rows.dropFirst().filter { self[$0].startsSpan && !self[$0].isConstrained && self[$0].height == 0 }
    let open = rows.filter { !self[$0].isConstrained && self[$0].percent == nil && self[$0].height > 0 }
    let filled = rows.filter { self[$0].height > 0 }
    let unconstrained = rows.filter { !self[$0].isConstrained && self[$0].percent == nil }
    if isSpan, !spans.isEmpty {
      share(extra, to: spans)
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

  /// Raises rows to their percentages, as far as `extra` reaches; gives what that took.
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

/// The heights of a table's rows where they depend on more than each row's own cells: cells that span rows, and heights of
/// groups and of the table.
struct TableHeights {
  /// What they were made for: the table's width, and the height it asks for.
  var width: Double
  var wanted: Double?
  /// px; not a number where not worked out.
  var rows: [Double]

  subscript(row: Int) -> Double? { rows[row].isNaN ? nil : rows[row] }

  /// The height of a cell over these rows, if it is known.
  func height(_ range: Range<Int>, spacing: Double) -> Double? {
    var height = spacing * Double(range.count - 1)
    for row in range { height += rows[row] }
    return height.isNaN ? nil : height
  }
}
