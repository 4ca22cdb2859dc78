/// The glyphs of one output that may be stroked (`-webkit-text-stroke`): each is an outline in the content.
final class GlyphStrokeBudget {
  private var glyphs = 50_000
  /// Whether strokes were left out.
  private(set) var isExhausted = false

  /// Whether so many more glyphs may be stroked.
  /// - Parameter pixels: the width of the stroke in pixels; 0 in vectors. Wide ones take longer.
  func take(glyphs count: Int, pixels: Double = 0) -> Bool {
    glyphs -= count * (1 + Int(min(max(pixels / 16, 0), 1000)))
    if glyphs < 0 { isExhausted = true }
    return !isExhausted
  }
}
