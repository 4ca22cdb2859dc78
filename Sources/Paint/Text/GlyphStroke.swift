import Style

/// A line along the outlines of glyphs (`-webkit-text-stroke`).
struct GlyphStroke: Equatable {
  var color: Color
  /// px; half of it is outside of the outline.
  var width: Double

  /// As browsers have it.
  static let miterLimit = 4.0
}
