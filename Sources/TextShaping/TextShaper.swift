/// Fonts and shaping for one renderer: itemises and shapes text once, and remembers fonts and words.
///
/// Not thread-safe; one per renderer.
package final class TextShaper {
  package init() {}

  /// The font for a description; equal descriptions give equal ids.
  package func font(_ description: FontDescription) -> FontID { FontID(0) }

  /// The measures of the first face of a font (the one that sets line heights).
  package func metrics(_ font: FontID) -> FontMetrics { fatalError() }

  /// The measures of a real face, fallback faces included.
  package func metrics(face: FaceID) -> FontMetrics { fatalError() }

  /// - Parameters:
  ///   - text: UTF-8 of a whole inline formatting context, white space already processed.
  ///   - spans: in order, covering the text.
  ///   - rightToLeft: the paragraph's base direction.
  package func shape(_ text: ContiguousArray<UInt8>, spans: [TextSpan], rightToLeft: Bool) -> ShapedText { fatalError() }
}
