import Foundation

/// The incremental update that a segment in XFDF, Instant JSON or ink was converted to, once, when it was accepted.
///
/// Builds append exactly these bytes, so they need neither fonts nor the version that converted the segment.
package struct StoredUpdate: Codable, Hashable, Sendable {
  /// The update, made for the document with all preceding segments; empty if the segment changes nothing.
  package let bytes: [UInt8]
  /// JSON about the conversion, as the exact text that the hash covers.
  package let record: String

  /// The contents of the record.
  private struct Record: Codable {
    /// `ArchiveManifest.currentRules` of the program that converted the segment.
    var rules: Int
    /// Ignored or replaced parts of the segment, each with its location.
    var warnings: [String]
    /// The time at which a segment that had been added without an update was converted: ISO 8601 in UTC.
    var converted: String?
  }

  package init(bytes: [UInt8], record: String) {
    self.bytes = bytes
    self.record = record
  }

  /// - Parameter time: the present time, if the segment had been added without an update.
  package init(_ made: ConvertedSegment, convertedLaterAt time: String? = nil) throws(ArchiveError) {
    bytes = made.update
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      record = String(
        decoding: try encoder.encode(
          Record(rules: ArchiveManifest.currentRules, warnings: made.warnings, converted: time)), as: UTF8.self)
    } catch {
      throw ArchiveError(.metadata, "the record of an update cannot be written")
    }
  }

  /// SHA-256 of the update and its record.
  package var sha256: String { Hash.of(bytes + Array(record.utf8)) }

  /// - Throws: `metadata` if the record is not JSON of the expected form.
  func conversion() throws(ArchiveError) -> (made: ConvertedSegment, convertedLaterAt: String?) {
    do {
      let record = try JSONDecoder().decode(Record.self, from: Data(record.utf8))
      return (ConvertedSegment(update: bytes, warnings: record.warnings), record.converted)
    } catch {
      throw ArchiveError(.metadata, "the record of an update is not the JSON it should be")
    }
  }
}
