import TextShaping

/// Access to the faces in which text was shaped.
package struct FontSource {
  /// A `cairo_scaled_font_t *` at the face's size in px, owned by the source; nil if it does not exist.
  package var scaledFont: (FaceID) -> OpaquePointer?
  /// The metrics of decoration lines.
  package var metrics: (FaceID) -> FontMetrics
  package init(scaledFont: @escaping (FaceID) -> OpaquePointer?, metrics: @escaping (FaceID) -> FontMetrics) {
    self.scaledFont = scaledFont
    self.metrics = metrics
  }
}
