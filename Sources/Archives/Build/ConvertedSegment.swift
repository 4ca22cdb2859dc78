/// The result of converting a segment to an incremental update.
package struct ConvertedSegment: Sendable {
  /// The incremental update; empty if the segment changes nothing.
  package var update: [UInt8]
  /// Ignored or replaced parts of the segment, each with its location.
  package var warnings: [String]

  package init(update: [UInt8], warnings: [String] = []) {
    self.update = update
    self.warnings = warnings
  }
}
