import TextShaping

/// Where painting gets the faces that text was shaped in.
package struct FontSource {
  /// A `cairo_scaled_font_t *` at the face's size in px, which stays owned by the source; nil where there is none.
  package var scaledFont: (FaceID) -> OpaquePointer?
  /// Where lines along the text stand.
  package var metrics: (FaceID) -> FontMetrics
  package init(scaledFont: @escaping (FaceID) -> OpaquePointer?, metrics: @escaping (FaceID) -> FontMetrics) {
    self.scaledFont = scaledFont
    self.metrics = metrics
  }
}
