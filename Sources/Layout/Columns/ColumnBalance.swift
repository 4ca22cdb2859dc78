import Style

/// Balancing: the least height at which content fits into the columns (css-multicol-1 §7.1).
extension Flow {
  /// How high content is in one endless column.
  private struct Measure {
    /// The heights between forced column breaks.
    var runs: [Double] = []
    var endsWithSpanner = false
    var total: Double { runs.reduce(0, +) }
  }

  /// A row whose columns are as high as they must be, and at most `limit`; nil where nothing fits on the page.
  mutating func balance(
    _ request: ColumnRow.Request, limit: Double, isLimitedByPage: Bool, from token: BreakToken?
  ) -> ColumnRow? {
    let measure = measure(request, from: token)
    let isBalanced = self[request.container].item.columnFillBalance || limit < .infinity || measure.endsWithSpanner
    let columns = isBalanced ? request.columns.count : 1
    let most = max(request.columns.count, measure.runs.count)
    var height = min(Self.guess(measure.runs, columns: columns), limit)
    for pass in 1...Self.mostBalancingPasses {
      columnFit = ColumnFit()
      let before = fragments.entries.count
      // The last try takes what gives room to everything.
      if pass == Self.mostBalancingPasses { height = min(limit, max(height, measure.total)) }
      let isLast = pass == Self.mostBalancingPasses || height >= limit - PageSpace.tolerance
      let row = fill(request, height: height, from: token, atMost: isLast && !isLimitedByPage ? nil : most)
      guard let row, failure == nil else { return row }
      let growth = isLast ? 0 : growth(after: row, height: height, total: measure.total)
      if growth <= 0 { return row }
      height = min(height + growth, limit)
      fragments.entries.removeSubrange(before...)
    }
    return nil
  }

  /// How much higher columns must be than those of a row; 0 where it is good.
  private func growth(after row: ColumnRow, height: Double, total: Double) -> Double {
    let forced = row.next?.innermost.forced ?? .auto
    let isWhole = row.next == nil || row.spanner != nil || (row.endsPage && forced.isForced)
    let isKept = columnFit.overflow <= PageSpace.tolerance
    if isWhole, isKept, row.appeal == .perfect { return 0 }
    let missing = max(columnFit.overflow, columnFit.shortage < .infinity ? columnFit.shortage : 0)
    if isWhole, isKept, missing <= PageSpace.tolerance || height + missing > total + PageSpace.tolerance { return 0 }
    // Where nothing says what is missing, the whole content's height is enough.
    return missing > PageSpace.tolerance ? missing : max(total - height, height)
  }

  /// Sets the content in one endless column, and takes that back.
  private mutating func measure(_ request: ColumnRow.Request, from token: BreakToken?) -> Measure {
    let before = fragments.entries.count
    defer { fragments.entries.removeSubrange(before...) }
    let endless = ColumnRow.Request(
      container: request.container, columns: request.columns, space: request.space, page: nil, extent: .infinity,
      isAutoHeight: true)
    guard let row = fill(endless, height: .infinity, from: token, atMost: nil) else { return Measure() }
    return Measure(runs: row.columns.map(\.height), endsWithSpanner: row.spanner != nil)
  }

  /// The least height at which runs between forced breaks could fit: columns go to the run that needs them most.
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
