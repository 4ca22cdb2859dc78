import Style

/// A line along the outlines of glyphs (`-webkit-text-stroke`).
struct GlyphStroke: Equatable {
  var color: Color
  /// px; half of it is outside of the outline.
  var width: Double

  /// The limit of mitred corners, which is that of browsers.
  static let miterLimit = 4.0
}
