/// What building an archive did with one segment.
package struct ArchiveStep: Codable, Hashable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    /// Appended as it is: it was made on exactly what precedes it.
    case appended
    /// Made on an older revision, and written again on what is there.
    case rebased
    /// Made into an update from XFDF, Instant JSON or ink.
    case converted
    /// Not in the file: `reason` says why. Its bytes are kept all the same.
    case refused
    /// Not in the file: what it was made on has not arrived.
    case waiting
  }

  package var sequence: Int
  package var clientID: String
  package var format: ArchiveSegment.Format
  package var segmentSHA256: String
  package var parent: String
  package var author: String?
  package var deviceTime: String?
  package var serverTime: String
  package var outcome: Outcome
  package var reason: String?
  /// Its bytes in the file: from, and to but not including.
  package var start: Int?
  package var end: Int?
  /// The SHA-256 of the file up to `end`.
  package var sha256: String?
  /// Annotations, by object number, that it changes and that something in between had changed too: its change stands,
  /// and the other in the revision that made it.
  package var overridden: [Int] = []
  /// Annotations that had been taken off in between and that it changes: they are back.
  package var restored: [Int] = []
  /// What was left out or put right when it was made into an update, each with its place in the segment: every stroke of
  /// ink that palm rejection dropped, with the reason. Nil where there is nothing to say, and in manifests of versions
  /// that did not write it.
  package private(set) var warnings: [String]?

  init(_ segment: ArchiveSegment, _ outcome: Outcome, reason: String? = nil) {
    let metadata = segment.metadata
    sequence = metadata.sequence
    clientID = metadata.clientID
    format = metadata.format
    segmentSHA256 = metadata.sha256
    parent = metadata.parent
    author = metadata.author
    deviceTime = metadata.deviceTime
    serverTime = metadata.serverTime
    self.outcome = outcome
    self.reason = reason
  }

  /// More than anybody reads; the count says how many there were.
  private static let warningLimit = 10_000

  mutating func note(_ warnings: [String]) {
    guard !warnings.isEmpty else { return }
    self.warnings = Array(warnings.prefix(Self.warningLimit))
    if warnings.count > Self.warningLimit {
      self.warnings?.append("\(warnings.count - Self.warningLimit) more were left out here")
    }
  }

  /// Without the warnings that `stated`, the same step in a manifest of an earlier version, does not tell either.
  func asFarAs(_ stated: ArchiveStep) -> ArchiveStep {
    var step = self
    if stated.warnings == nil { step.warnings = nil }
    return step
  }

  /// Whether the segment is stored but not part of the file.
  package var isLeftOut: Bool { outcome == .refused || outcome == .waiting }

  private enum CodingKeys: String, CodingKey {
    case sequence, format, parent, author, outcome, reason, start, end, sha256, overridden, restored, warnings
    case clientID = "client_id"
    case segmentSHA256 = "segment_sha256"
    case deviceTime = "device_time"
    case serverTime = "server_time"
  }
}
