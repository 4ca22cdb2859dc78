import PDF

/// An error in reading annotations or adding them to a file.
package struct AnnotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Hashable, Sendable {
    /// The source is not in the expected format.
    case malformed
    /// A value that the format does not allow.
    case invalidValue
    /// Content that annotations of an archive must not have: files, sounds, scripts, actions.
    case forbidden
    /// A missing annotation, page or parent.
    case notFound
    /// An annotation that already exists, or occurs twice.
    case conflict
    /// One of `AnnotationLimits` was exceeded.
    case limit
    /// The PDF cannot be read or appended to.
    case base
  }

  package var code: Code
  /// One sentence for a person, without the location.
  package var message: String
  /// `line 12` for XML, a JSON path (`$.annotations[3].bbox`), or empty.
  package var place: String

  package init(_ code: Code, _ message: String, at place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  init(_ error: PDFError) { self.init(.base, error.description) }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// Limits for one source. Reading throws when one is exceeded.
package struct AnnotationLimits: Sendable {
  /// Bytes of the source.
  package var bytes = 64 << 20
  /// Annotations added, modified and deleted together.
  package var annotations = 100_000
  /// Points of all strokes, vertices and quadrilaterals together.
  package var points = 2_000_000
  /// Bytes of all pictures together, as they are in the update. Pixels of a small PNG may take a thousand times as many.
  package var pictures = 256 << 20
  /// Bytes of one text, such as the contents.
  package var text = 1 << 20
  /// Bytes of the content streams of all appearances together.
  package var appearances = 64 << 20
  /// The largest coordinate or length, in user space units. The largest page has 14,400 (ISO 32000-1, Annex C).
  package var coordinate = 1e6

  package init() {}
}

/// Calls `body`, which reads or writes the PDF, and adds the location in the source to its error.
func onBase<Value>(_ place: String, _ body: () throws(PDFError) -> Value) throws(AnnotationError) -> Value {
  do {
    return try body()
  } catch {
    throw AnnotationError(.base, error.description, at: place)
  }
}
