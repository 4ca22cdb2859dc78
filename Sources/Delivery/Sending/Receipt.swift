import Foundation

/// The record of a successful delivery.
package struct Receipt: Hashable, Sendable, Codable {
  /// Such as `smtp`, `ipp`, `s3`, `webdav`, `sftp`, `folder`, `webhook`, `link`.
  package var `protocol`: String
  /// Where the document was sent: recipients, URL without query, path, printer.
  package var address: String
  package var time: Date
  /// The receiver's name of the document: Message-ID, IPP job, ETag or version, path.
  package var remoteID: String?
  /// The receiver's answer, such as the SMTP response or the HTTP status; at most 1,000 characters.
  package var response: String?
  /// Bytes and SHA-256 of the artifact that was sent.
  package var bytes: Int
  package var sha256: String
  /// Further facts of the protocol.
  package var details: [String: String]

  package init(
    protocol: String, address: String, time: Date, remoteID: String? = nil, response: String? = nil, bytes: Int,
    sha256: String, details: [String: String] = [:]
  ) {
    self.protocol = `protocol`
    self.address = address
    self.time = time
    self.remoteID = remoteID
    self.response = response
    self.bytes = bytes
    self.sha256 = sha256
    self.details = details
  }
}
