import FoundationEssentials

/// A file that a job has made, in the artifact store.
package struct Artifact: Hashable, Sendable {
  /// The output of the job: `pdf`, `docx`, …
  package var output: String
  /// Name for a person who saves it; empty if its kind has no template for names.
  package var fileName: String
  /// 64 lower-case hexadecimal digits.
  package var sha256: String
  package var bytes: Int64
  /// Such as `application/pdf`.
  package var mediaType: String
  /// The sizes of its pages; empty for files without pages.
  package var pages: [PagePoints]
  /// The parts of a binder; empty for other files.
  package var parts: [ArtifactPart]
  /// The fonts of the text of the job's PDF, recorded with the first file.
  package var fonts: [ArtifactFont]

  package init(
    output: String = "pdf", fileName: String = "", sha256: String, bytes: Int64, mediaType: String = "application/pdf",
    pages: [PagePoints], parts: [ArtifactPart] = [], fonts: [ArtifactFont] = []
  ) {
    self.output = output
    self.fileName = fileName
    self.sha256 = sha256
    self.bytes = bytes
    self.mediaType = mediaType
    self.pages = pages
    self.parts = parts
    self.fonts = fonts
  }
}

/// A font that a document was drawn with.
package struct ArtifactFont: Hashable, Sendable, Codable {
  /// The full name in the font, such as `Carlito Bold`.
  package var name: String
  /// The name of its file on the worker; nil for a font of the document.
  package var file: String?

  /// The most fonts of one artifact.
  package static let maximum = 200

  package init(name: String, file: String?) { (self.name, self.file) = (name, file) }
}

/// A part of a binder.
package struct ArtifactPart: Hashable, Sendable, Codable {
  package var title: String
  /// The number, from 1, of the part's first page in the binder, or of the sheet with that page.
  package var firstPage: Int
  package var pages: Int
  /// The SHA-256 of the part as a separate file, which `pressrun artifacts split` restores.
  package var sha256: String

  /// The most parts of one artifact.
  package static let maximum = 10_000

  package init(title: String, firstPage: Int, pages: Int, sha256: String) {
    (self.title, self.firstPage, self.pages, self.sha256) = (title, firstPage, pages, sha256)
  }
}

/// The size of a page in points (1/72 inch).
package struct PagePoints: Hashable, Sendable, Codable {
  package var width: Double
  package var height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The result of a job.
package struct Completion: Sendable {
  /// The files that the job has made, the document first; empty if it made none.
  package var artifacts: [Artifact]
  /// What is wrong with the document although it was made, one sentence each.
  package var warnings: [String]
  /// Milliseconds by stage.
  package var timings: [String: Double]
  package init(artifacts: [Artifact], warnings: [String] = [], timings: [String: Double] = [:]) {
    self.artifacts = artifacts
    self.warnings = warnings
    self.timings = timings
  }

  /// The completion of a job that has made one file or none.
  package init(artifact: Artifact?, warnings: [String] = [], timings: [String: Double] = [:]) {
    self.init(artifacts: artifact.map { [$0] } ?? [], warnings: warnings, timings: timings)
  }
}

/// The outcome of a completion.
package enum CompletionOutcome: Hashable, Sendable {
  /// The job is completed; its event has this id. `refusal` is the rule by which the policy no longer allows the
  /// destination: the delivery is refused.
  case completed(eventID: String, refusal: String? = nil)
  /// Cancellation had been requested: the job is cancelled.
  case cancelled
  /// The lease is no longer held: nothing was changed.
  case stale
}

/// A failed attempt.
package struct JobFailure: Sendable {
  /// A code for programs, such as `invalid_payload`.
  package var code: String
  /// What went wrong, for a person.
  package var message: String
  /// Further attempts would fail too: the job is discarded at once.
  package var isPermanent: Bool
  /// What else was noticed before the failure, one sentence each.
  package var warnings: [String]
  package init(code: String, message: String, isPermanent: Bool, warnings: [String] = []) {
    self.code = code
    self.message = message
    self.isPermanent = isPermanent
    self.warnings = warnings
  }
}

/// The outcome of a failed attempt.
package enum FailureOutcome: Hashable, Sendable {
  case retry(at: Date)
  case discarded
  /// Cancellation had been requested: the job is cancelled.
  case cancelled
  /// The lease is no longer held: nothing was changed.
  case stale
}
