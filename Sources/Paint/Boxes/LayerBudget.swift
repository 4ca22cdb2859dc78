/// The layers of backgrounds and the shadows of boxes that one output may have: each box may have thousands.
final class LayerBudget {
  private var layers: Int
  /// Whether layers or shadows were left out.
  private(set) var isExhausted = false

  /// The number of layers of each box that are not counted.
  private static let allowance = 16

  init(layers: Int = 300_000) { self.layers = layers }

  /// How many of the uppermost of so many layers of a box may be painted.
  func take(_ count: Int) -> Int {
    guard count > Self.allowance else { return count }
    layers -= min(count - Self.allowance, max(0, layers) + 1)
    if layers < 0 { isExhausted = true }
    return isExhausted ? Self.allowance : count
  }
}
