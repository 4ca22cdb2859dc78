/// The size requirements of a column (css-tables-3 §3.8), border boxes in px.
struct ColumnSize {
  var min = 0.0
  var max = 0.0
  /// The percentage of the width of all columns.
  var percent: Double?
  /// The borders and padding of the cell that specifies the percentage, which are added to it in a fixed table.
  var percentOutside = 0.0
  /// A cell or the column itself has a width in px.
  var isFixed = false
  /// No cell starts in the column and nothing specifies its width: it takes neither width nor border spacing.
  var isMergeable = false

  mutating func widen(to other: ColumnSize) {
    min = Swift.max(min, other.min)
    max = Swift.max(max, other.max)
  }

  func share(of available: Double) -> Double { Swift.max(min, available * (percent ?? 0) / 100 + percentOutside) }
}

/// The distribution of a table's width to its columns (CSS 2.2 §17.5.2, css-tables-3 §3.9.3).
enum ColumnDistribution {
  /// The automatic layout. Each step increases one kind of column from its minimum to its preferred width, as far as
  /// the width suffices. The rest goes to columns without a width, else to fixed ones, else by percentage.
  static func automatic(_ available: Double, over sizes: ArraySlice<ColumnSize>) -> [Double] {
    let sizes = Array(sizes)
    var widths = sizes.map(\.min)
    guard available > widths.reduce(0, +), !sizes.isEmpty else { return widths }
    let open = sizes.indices.filter { !sizes[$0].isMergeable }
    let percentages = open.filter { sizes[$0].percent != nil }
    raise(&widths, percentages, to: { sizes[$0].share(of: available) }, within: available)
    let fixed = open.filter { sizes[$0].percent == nil && sizes[$0].isFixed }
    raise(&widths, fixed, to: { sizes[$0].max }, within: available)
    let flexible = open.filter { sizes[$0].percent == nil && !sizes[$0].isFixed }
    raise(&widths, flexible, to: { sizes[$0].max }, within: available)
    let left = available - widths.reduce(0, +)
    guard left > 0.0001 else { return widths }
    if !flexible.isEmpty {
      share(left, &widths, flexible) { sizes[$0].max }
    } else if !fixed.isEmpty {
      share(left, &widths, fixed) { sizes[$0].max }
    } else {
      share(left, &widths, percentages) { sizes[$0].percent ?? 0 }
    }
    return widths
  }

  /// The fixed layout. Widths in px take precedence over percentages; columns with neither share the rest equally.
  static func fixed(_ available: Double, over sizes: [ColumnSize]) -> [Double] {
    var widths = sizes.map { $0.percent != nil ? $0.share(of: available) : $0.isFixed ? $0.max : 0 }
    let percentages = sizes.indices.filter { sizes[$0].percent != nil }
    let fixed = sizes.indices.filter { sizes[$0].percent == nil && sizes[$0].isFixed }
    let flexible = sizes.indices.filter { sizes[$0].percent == nil && !sizes[$0].isFixed }
    let left = available - widths.reduce(0, +)
    if left < 0 {
      let whole = percentages.reduce(0) { $0 + widths[$1] }
      guard whole > 0 else { return widths }
      let scale = Swift.max(0, whole + left) / whole
      for index in percentages { widths[index] *= scale }
    } else if !flexible.isEmpty {
      for index in flexible { widths[index] = left / Double(flexible.count) }
    } else if fixed.contains(where: { widths[$0] > 0 }) {
      share(left, &widths, fixed) { sizes[$0].max }
    } else if !percentages.isEmpty {
      share(left, &widths, percentages) { sizes[$0].percent ?? 0 }
    } else {
      share(left, &widths, fixed) { _ in 0 }
    }
    return widths
  }

  private static func raise(
    _ widths: inout [Double], _ columns: [Int], to wanted: (Int) -> Double, within available: Double
  ) {
    let left = available - widths.reduce(0, +)
    let missing = columns.reduce(0) { $0 + Swift.max(0, wanted($1) - widths[$1]) }
    guard missing > 0, left > 0 else { return }
    let share = Swift.min(1, left / missing)
    for index in columns { widths[index] += Swift.max(0, wanted(index) - widths[index]) * share }
  }

  private static func share(_ extra: Double, _ widths: inout [Double], _ columns: [Int], by weight: (Int) -> Double) {
    guard extra > 0, !columns.isEmpty else { return }
    let whole = columns.reduce(0) { $0 + weight($1) }
    for index in columns { widths[index] += extra * (whole > 0 ? weight(index) / whole : 1 / Double(columns.count)) }
  }
}
