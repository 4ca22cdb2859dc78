/// How glyphs are painted, if they are not only filled with the colour of the text (compat-1 §5.2), and form controls.
package struct GlyphPaint: Hashable, Sendable {
  /// `-webkit-text-fill-color`; nil is the colour of the text.
  package var fill: Color?
  /// `-webkit-text-stroke-color`; nil is the colour of the text.
  package var stroke: Color?
  /// `-webkit-text-stroke-width`: the width of a line along the outlines, px.
  package var strokeWidth = 0.0
  /// `accent-color`, of form controls; nil is `auto` (css-ui-4 §5.4).
  package var accent: Color?
  package init() {}

  /// Indirect because it is rare, and every style has one.
  package indirect enum Storage: Hashable, Sendable { case paint(GlyphPaint) }
}

extension TextStyle {
  package var glyphPaint: GlyphPaint {
    get { if case .paint(let paint)? = glyphPaintStorage { paint } else { GlyphPaint() } }
    set { glyphPaintStorage = newValue == GlyphPaint() ? nil : .paint(newValue) }
  }
}
