/// Why a payload did not become a document: what is wrong and where.
package struct CompositionError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    // The payload.
    case malformedJSON, notText, tooLarge, missingField, wrongType, invalidValue, totalMismatch
    // The job.
    case unknownKind, archiveRefused
    // The document that came of it.
    case markupRefused, layoutRefused, limitExceeded
    // The installation: another try may find it mended.
    case kindFile, templateMissing, templateBroken, artifactMissing, renderingFailed
  }
  package var code: Code
  /// One sentence for a person, without the place.
  package var message: String
  /// A JSON path (`$.items[3].price`), or a file with a line (`note/template.html:12`) or a path in it
  /// (`Jobs/note.yaml: retry.attempts`); empty where there is none.
  package var place: String

  package init(_ code: Code, _ message: String, at place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  /// True where trying again with the same payload must fail again, so that the job is discarded at once.
  package var isPermanent: Bool {
    switch code {
    case .malformedJSON, .notText, .tooLarge, .missingField, .wrongType, .invalidValue, .totalMismatch,
      .unknownKind, .archiveRefused, .markupRefused, .layoutRefused, .limitExceeded:
      true
    case .kindFile, .templateMissing, .templateBroken, .artifactMissing, .renderingFailed:
      false
    }
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
