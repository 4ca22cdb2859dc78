/// The glyphs to which the backgrounds of one output may be clipped (`background-clip: text`).
///
/// Nested boxes clip their backgrounds to the same text, so that without a limit a text of n glyphs in n boxes would be
/// drawn n² times, each time as outlines.
struct TextClipBudget {
  private var glyphs = 100_000
  /// Whether backgrounds were left out.
  private(set) var isExhausted = false

  /// Whether a background may be clipped to so many more glyphs.
  mutating func take(glyphs count: Int) -> Bool {
    glyphs -= count
    if glyphs < 0 { isExhausted = true }
    return !isExhausted
  }
}
