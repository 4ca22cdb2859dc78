/// The result of applying one segment when an archive was built.
package struct ArchiveStep: Codable, Hashable, Sendable {
  /// What was done with a segment.
  package enum Outcome: String, Codable, Sendable {
    /// Appended unchanged: it was made for exactly the preceding bytes.
    case appended
    /// Made for an older revision and rebased.
    case rebased
    /// Converted from XFDF, Instant JSON or ink.
    case converted
    /// Left out; `reason` says why. The segment remains stored.
    case refused
    /// Left out, because the file it was made for is not known yet.
    case waiting
  }

  /// The position of the segment in the order of arrival, from 1.
  package var sequence: Int
  /// The client's identifier for the segment.
  package var clientID: String
  package var format: ArchiveSegment.Format
  /// The SHA-256 of the segment as the client sent it.
  package var segmentSHA256: String
  /// The SHA-256 of the file for which the segment was made.
  package var parent: String
  package var author: String?
  /// ISO 8601 in UTC, by the client's clock; informational.
  package var deviceTime: String?
  /// ISO 8601 in UTC: when the segment arrived.
  package var serverTime: String
  package var outcome: Outcome
  /// Why the segment was left out; nil if it was not.
  package var reason: String?
  /// Byte range in the file, excluding `end`.
  package var start: Int?
  package var end: Int?
  /// The SHA-256 of the file up to `end`.
  package var sha256: String?
  /// Object numbers of annotations that were also changed since the parent revision. This segment's change replaces the
  /// other, which remains in its revision.
  package var overridden: [Int] = []
  /// Object numbers of annotations that were removed since the parent revision and are restored.
  package var restored: [Int] = []
  /// Ignored or replaced parts of a converted segment, each with its location, including each ink stroke that palm
  /// rejection dropped, with the reason; nil if there are none, and in manifests of older versions.
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

  /// Further warnings are counted only.
  private static let warningLimit = 10_000

  mutating func recordWarnings(_ warnings: [String]) {
    guard !warnings.isEmpty else { return }
    self.warnings = Array(warnings.prefix(Self.warningLimit))
    if warnings.count > Self.warningLimit {
      self.warnings?.append("\(warnings.count - Self.warningLimit) more were left out here")
    }
  }

  /// A copy that can be compared with `stated`, the same step in a manifest that may be by an older version: without
  /// warnings if `stated` has none, and with its reason, whose wording differs between versions.
  func comparable(with stated: ArchiveStep) -> ArchiveStep {
    var step = self
    if stated.warnings == nil { step.warnings = nil }
    if reason != nil, stated.reason != nil { step.reason = stated.reason }
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
