import Layout
import Style
import TextShaping

/// Access to the faces in which text was shaped.
package struct FontSource {
  /// A `cairo_scaled_font_t *` at the face's size in px, owned by the source; nil if it does not exist.
  package var scaledFont: (FaceID) -> OpaquePointer?
  /// A face as a PDF contains it; nil if its font has no tables.
  package var drawable: (FaceID) -> DrawableFace?
  /// The face of the same font whose glyphs are not turned, for a face.
  package var plainFace: (FaceID) -> FaceID
  /// The metrics of decoration lines.
  package var metrics: (FaceID) -> FontMetrics
  /// The metrics of the first available font of a style; nil if it is not known.
  package var styleMetrics: (TextStyle) -> FontMetrics?
  /// The metrics of the first available font of a description; nil if it is not known.
  package var descriptionMetrics: (FontDescription) -> FontMetrics?
  /// Shapes a text whose base direction is known; nil if that is not possible.
  package var shape: (_ text: [TextPart], _ isRightToLeft: Bool) -> ShapedParts?

  /// A text, and the offsets at which its parts end.
  package typealias ShapedParts = (text: ShapedText, ends: [Int])

  /// Text with one font.
  package struct TextPart {
    package var text: String
    package var font: FontDescription
    /// px.
    package var letterSpacing, wordSpacing: Double
    package init(text: String, font: FontDescription, letterSpacing: Double, wordSpacing: Double) {
      (self.text, self.font, self.letterSpacing, self.wordSpacing) = (text, font, letterSpacing, wordSpacing)
    }
  }

  package init(
    scaledFont: @escaping (FaceID) -> OpaquePointer?, metrics: @escaping (FaceID) -> FontMetrics,
    shape: @escaping ([TextPart], Bool) -> ShapedParts? = { _, _ in nil },
    drawable: @escaping (FaceID) -> DrawableFace? = { _ in nil },
    plainFace: @escaping (FaceID) -> FaceID = { $0 },
    styleMetrics: @escaping (TextStyle) -> FontMetrics? = { _ in nil },
    descriptionMetrics: @escaping (FontDescription) -> FontMetrics? = { _ in nil }
  ) {
    self.descriptionMetrics = descriptionMetrics
    self.styleMetrics = styleMetrics
    self.plainFace = plainFace
    self.scaledFont = scaledFont
    self.metrics = metrics
    self.shape = shape
    self.drawable = drawable
  }

  /// The fonts of a shaper.
  package init(_ shaper: TextShaper) {
    self.init(
      scaledFont: { shaper.scaledFont($0) }, metrics: { shaper.metrics(face: $0) },
      shape: { parts, isRightToLeft in
        var bytes = ContiguousArray<UInt8>()
        var (spans, ends): ([TextSpan], [Int]) = ([], [])
        for text in parts {
          for part in shaper.smallCapitals(text.text, text.font) {
            let start = bytes.count
            bytes += part.text.utf8
            spans.append(
              TextSpan(
                bytes: start..<bytes.count, font: shaper.font(part.font), letterSpacing: text.letterSpacing,
                wordSpacing: text.wordSpacing))
          }
          ends.append(bytes.count)
        }
        return (shaper.shape(bytes, spans: spans, rightToLeft: isRightToLeft), ends)
      }, drawable: { shaper.drawableFace($0) }, plainFace: { shaper.plainFace($0) },
      styleMetrics: { shaper.metrics(shaper.font($0)) }, descriptionMetrics: { shaper.metrics(shaper.font($0)) })
  }
}
