import PDF

/// Why annotations could not be read or put on a file: what is wrong and where.
package struct AnnotationError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    /// The source is not of the format that it should be.
    case malformed
    /// A value that the format does not allow.
    case invalidValue
    /// Something that annotations of an archive may not bring: files, sounds, scripts, actions.
    case forbidden
    /// An annotation, a page or a parent that is not there.
    case notFound
    /// An annotation that is there already, or twice.
    case conflict
    /// One of `AnnotationLimits` was passed.
    case limit
    /// The PDF cannot be read or appended to.
    case base
  }

  package var code: Code
  /// One sentence for a person, without the place.
  package var message: String
  /// `line 12` of XML, a JSON path (`$.annotations[3].bbox`); empty where there is none.
  package var place: String

  package init(_ code: Code, _ message: String, at place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  init(_ error: PDFError) { self.init(.base, error.description) }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// What one source may ask for; past a limit, reading throws.
package struct AnnotationLimits: Sendable {
  /// Bytes of the source.
  package var bytes = 64 << 20
  /// Annotations added, modified and deleted together.
  package var annotations = 100_000
  /// Points of all strokes, vertices and quadrilaterals together.
  package var points = 2_000_000
  /// Bytes of one text, such as the contents.
  package var text = 1 << 20
  /// Bytes of the content streams of all appearances together.
  package var appearances = 64 << 20
  /// The largest coordinate or length, in user space units. The largest page has 14,400 (ISO 32000-1, Annex C).
  package var coordinate = 1e6

  package init() {}
}

/// Runs what reads or writes the PDF, and gives its error the place in the source that asked for it.
func onBase<Value>(_ place: String, _ body: () throws(PDFError) -> Value) throws(AnnotationError) -> Value {
  do {
    return try body()
  } catch {
    throw AnnotationError(.base, error.description, at: place)
  }
}
