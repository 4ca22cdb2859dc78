import Style

extension LengthPercentage? {
  /// The used value of `row-gap` or `column-gap` (css-align-3 §8.1), px; at least 0, also for a calculation with a
  /// negative result.
  ///
  /// - Parameters:
  ///   - extent: the size of the content box along the axis. Percentages of an indefinite one are zero.
  ///   - normal: the value of `normal`.
  func gap(in extent: Double?, normal: Double = 0) -> Double {
    guard let self else { return normal }
    return Swift.min(1e7, Swift.max(0, self.resolve(against: extent ?? 0)))
  }
}
