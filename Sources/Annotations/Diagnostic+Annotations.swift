import Diagnostics

extension Diagnostic {
  /// - Parameter place: as in `AnnotationError`; `page 3, object 12` for an annotation of a PDF.
  init(_ code: String, _ message: String, in place: String) {
    self.init(code, message, at: SourceLocation(source: place))
  }

  static func noRectangle(in place: String) -> Diagnostic {
    Diagnostic("no_rectangle", "it has no usable rectangle and was left out", in: place)
  }

  static func uniformRichText(in place: String) -> Diagnostic {
    Diagnostic(
      "uniform_rich_text", "its rich text is kept, and drawn in the style of the whole annotation", in: place)
  }
}
