/// The glyphs of one output that may be stroked (`-webkit-text-stroke`): each is an outline in the content.
final class GlyphStrokeBudget {
  private var glyphs = 50_000
  /// Whether strokes were left out.
  private(set) var isExhausted = false

  /// Whether so many more glyphs may be stroked.
  func take(glyphs count: Int) -> Bool {
    glyphs -= count
    if glyphs < 0 { isExhausted = true }
    return !isExhausted
  }
}
