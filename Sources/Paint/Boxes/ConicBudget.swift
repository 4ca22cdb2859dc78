/// The sectors of conic gradients that one output may have: a gradient may have thousands, and be painted for each box.
final class ConicBudget {
  private var sectors: Int
  /// Whether gradients were painted as one colour.
  private(set) var isExhausted = false

  init(sectors: Int = 1_000_000) { self.sectors = sectors }

  /// Whether so many more sectors may be painted.
  func take(sectors count: Int) -> Bool {
    sectors -= min(count, sectors + 1)
    if sectors < 0 { isExhausted = true }
    return !isExhausted
  }
}
