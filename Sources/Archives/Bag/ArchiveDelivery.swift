import Foundation

/// A delivery of an archive of a document, as its receipt says.
package struct ArchiveDelivery: Codable, Hashable, Sendable {
  /// The number of the delivery.
  package var delivery: Int64
  /// The job that built the archive.
  package var job: Int64
  /// The last segment that the delivered archive has.
  package var sequence: Int
  /// Such as `sftp:records`.
  package var destination: String
  /// `sftp`, `s3`, `webdav`, `folder`, …
  package var `protocol`: String
  /// The address of the delivery, such as a URL without its query.
  package var address: String
  /// The receiver's name for the file; nil if it gave none.
  package var remoteID: String?
  /// ISO 8601 in UTC.
  package var time: String
  /// The file that was delivered.
  package var bytes: Int
  package var sha256: String

  /// The deliveries as JSON with sorted keys, so that equal ones give equal text.
  static func json(_ deliveries: [ArchiveDelivery]) throws(ArchiveError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(deliveries), as: UTF8.self) + "\n"
    } catch {
      throw ArchiveError(.metadata, "the deliveries cannot be written: \(error)")
    }
  }

  /// - Throws: `metadata`.
  static func all(json: [UInt8]) throws(ArchiveError) -> [ArchiveDelivery] {
    do {
      return try JSONDecoder().decode([ArchiveDelivery].self, from: Data(json))
    } catch {
      throw ArchiveError(.metadata, "this is not a list of deliveries: \(error)")
    }
  }
}
