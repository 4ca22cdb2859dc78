import FoundationEssentials

/// The document that a job made, as it lies in the artifact store.
package struct Artifact: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package var sha256: String
  package var bytes: Int64
  package var mediaType: String
  package var pages: [PageSize]

  package init(sha256: String, bytes: Int64, mediaType: String = "application/pdf", pages: [PageSize]) {
    self.sha256 = sha256
    self.bytes = bytes
    self.mediaType = mediaType
    self.pages = pages
  }
}

/// A page's size in points (1/72 inch).
package struct PageSize: Hashable, Sendable, Codable {
  package var width: Double
  package var height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A job done.
package struct Completion: Sendable {
  /// Nil where the job made no document.
  package var artifact: Artifact?
  package var warnings: [String]
  /// Milliseconds by stage.
  package var timings: [String: Double]
  package init(artifact: Artifact?, warnings: [String] = [], timings: [String: Double] = [:]) {
    self.artifact = artifact
    self.warnings = warnings
    self.timings = timings
  }
}

/// What became of a completion.
package enum CompletionOutcome: Hashable, Sendable {
  /// The job is completed; its event has this id.
  case completed(eventID: String)
  /// The policy no longer allows the destination: the job is discarded. The rule that refused it.
  case refused(rule: String)
  /// Cancellation was asked for before the work was done: the job is cancelled.
  case cancelled
  /// The lease is an old one: nothing was changed.
  case stale
}

/// An attempt that failed.
package struct JobFailure: Sendable {
  /// A short word for programs, such as `invalid_payload`.
  package var code: String
  package var message: String
  /// True where no further attempt can help: the job is discarded at once.
  package var isPermanent: Bool
  package var warnings: [String]
  package init(code: String, message: String, isPermanent: Bool, warnings: [String] = []) {
    self.code = code
    self.message = message
    self.isPermanent = isPermanent
    self.warnings = warnings
  }
}

/// What became of a failed attempt.
package enum FailureOutcome: Hashable, Sendable {
  case retry(at: Date)
  case discarded
  /// Cancellation was asked for: the job is cancelled.
  case cancelled
  /// The lease is an old one: nothing was changed.
  case stale
}
