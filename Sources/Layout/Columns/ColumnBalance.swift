import Style

/// Balancing columns: the least height at which the content fits (css-multicol-1 §7.1).
extension LayoutContext {
  /// The height of the content in one column of unlimited height.
  private struct Measure {
    /// The heights between forced column breaks.
    var runs: [Double] = []
    var endsWithSpanner = false
    var total: Double { runs.reduce(0, +) }
  }

  /// Lays out a row with the least possible column height, at most `limit`. Returns nil if nothing fits on the page.
  mutating func balance(
    _ request: ColumnRow.Request, limit: Double, isLimitedByPage: Bool, from token: BreakToken?
  ) -> ColumnRow? {
    let measure = measure(request, from: token)
    let isBalanced = self[request.container].item.columnFillBalance || limit < .infinity || measure.endsWithSpanner
    let columns = isBalanced ? request.columns.count : 1
    let most = max(request.columns.count, measure.runs.count)
    var height = min(Self.guess(measure.runs, columns: columns), limit)
    var range = (low: height, high: height)
    for pass in 1...Self.maxBalancingPasses {
      page.columnFit = ColumnFit()
      let before = page.fragments.checkpoint
      let isEnough = pass > Self.maxGrowingPasses && height >= range.high
      let isLast = pass == Self.maxBalancingPasses || isEnough || height >= limit - Fragmentainer.tolerance
      let row = fill(request, height: height, from: token, atMost: isLast && !isLimitedByPage ? nil : most)
      guard let row, failure == nil else { return row }
      let growth = isLast ? 0 : growth(after: row, height: height, total: measure.total)
      if growth <= 0, isLast || pass <= Self.maxGrowingPasses { return row }
      page.fragments.rewind(to: before)
      if growth <= 0 { range.high = height } else { range.low = height }
      if pass < Self.maxGrowingPasses {
        height = min(height + growth, limit)
        continue
      }
      // Small steps do not reach the height, for example that of a box that must not be broken. Between a height that is
      // too low and one that is sufficient for everything it is found by bisection.
      if pass == Self.maxGrowingPasses { range.high = min(limit, max(height, measure.total)) }
      let isFound = range.high - range.low < 1 / 16 || pass + 1 >= Self.maxBalancingPasses
      height = isFound ? range.high : (range.low + range.high) / 2
    }
    return nil
  }

  /// The amount by which columns must be higher than those of a row; 0 if the row is good.
  private func growth(after row: ColumnRow, height: Double, total: Double) -> Double {
    let forced = row.next?.innermost.forced ?? .auto
    let isWhole = row.isWhole || (row.endsPage && forced.isForced)
    let isKept = page.columnFit.overflow <= Fragmentainer.tolerance
    // As in browsers, columns do not become higher for the sake of `widows`.
    if isWhole, isKept, row.appeal >= .violatesWidows { return 0 }
    // What does not fit in any column of this height decides first; the shortage is measured again at the greater
    // height.
    let overflow = page.columnFit.overflow
    let shortage = page.columnFit.shortage < .infinity ? page.columnFit.shortage : 0
    let missing = overflow > Fragmentainer.tolerance ? overflow : shortage
    if isWhole, isKept, missing <= Fragmentainer.tolerance || height + missing > total + Fragmentainer.tolerance {
      return 0
    }
    // If the missing height is unknown, the height of the whole content is sufficient.
    return missing > Fragmentainer.tolerance ? missing : max(total - height, height)
  }

  /// Lays out the content in one column of unlimited height and discards the fragments.
  private mutating func measure(_ request: ColumnRow.Request, from token: BreakToken?) -> Measure {
    let before = page.fragments.checkpoint
    defer { page.fragments.rewind(to: before) }
    let endless = ColumnRow.Request(
      container: request.container, columns: request.columns, space: request.space, fragmentainer: nil,
      extent: .infinity,
      isAutoHeight: true)
    guard let row = fill(endless, height: .infinity, from: token, atMost: nil) else { return Measure() }
    return Measure(runs: row.columns.map(\.height), endsWithSpanner: row.spanner != nil)
  }

  /// The least height at which the runs between forced breaks could fit. Additional columns go to the run that needs
  /// them most.
  private static func guess(_ runs: [Double], columns: Int) -> Double {
    var parts = runs.map { (height: $0, columns: 1.0) }
    for _ in 0..<max(0, columns - runs.count) {
      guard
        let tallest = parts.indices.max(by: {
          parts[$0].height / parts[$0].columns < parts[$1].height / parts[$1].columns
        })
      else { break }
      parts[tallest].columns += 1
    }
    return parts.map { $0.height / $0.columns }.max() ?? 0
  }
}
