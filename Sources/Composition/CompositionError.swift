/// An error in composing a document from a payload, with its place.
package struct CompositionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error, which also decides whether a later attempt can succeed.
  package enum Code: String, Hashable, Sendable {
    // The payload.
    case malformedJSON, notText, tooLarge, missingField, wrongType, invalidValue, totalMismatch
    // The job.
    case unknownKind, archiveRefused, partRefused
    // The resulting document.
    case markupRefused, layoutRefused, limitExceeded, notConforming, warningsRefused
    // The installation; a later attempt can succeed.
    case kindFile, templateMissing, templateBroken, artifactMissing, fontMissing, renderingFailed
  }
  package var code: Code
  /// One sentence for a person, without the location.
  package var message: String
  /// A JSON path (`$.items[3].price`), a file with line (`note/template.html:12`) or with a key path (`Jobs/note.yaml:
  /// retry.attempts`), or empty.
  package var place: String

  package init(_ code: Code, _ message: String, at place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  /// Whether the same payload always fails, so that the job is discarded instead of retried.
  package var isPermanent: Bool {
    switch code {
    case .malformedJSON, .notText, .tooLarge, .missingField, .wrongType, .invalidValue, .totalMismatch,
      .unknownKind, .archiveRefused, .partRefused, .markupRefused, .layoutRefused, .limitExceeded, .notConforming,
      .warningsRefused:
      true
    case .kindFile, .templateMissing, .templateBroken, .artifactMissing, .fontMissing, .renderingFailed:
      false
    }
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
