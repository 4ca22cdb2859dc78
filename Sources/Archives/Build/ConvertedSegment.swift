/// What a segment that is no update itself comes to on a file.
package struct ConvertedSegment: Sendable {
  /// The incremental update; empty where the segment asks for what is there already.
  package var update: [UInt8]
  /// What was left out or put right, each with its place in the segment.
  package var warnings: [String]

  package init(update: [UInt8], warnings: [String] = []) {
    self.update = update
    self.warnings = warnings
  }
}
