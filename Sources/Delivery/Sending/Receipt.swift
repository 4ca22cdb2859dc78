import Foundation

/// The record of a successful delivery.
package struct Receipt: Hashable, Sendable, Codable {
  /// Such as `smtp`, `ipp`, `s3`, `webdav`, `sftp`, `folder`, `webhook`, `link`.
  package var `protocol`: String
  /// The address that the document was sent to: recipients, URL without query, path, printer.
  package var address: String
  /// When the attempt succeeded, by the relay's clock.
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
  /// Each file of a delivery of several; the other members describe the first; nil for one file.
  package var files: [File]?

  /// The receipt of one file of a delivery of several files.
  package struct File: Hashable, Sendable, Codable {
    /// The members have the same meanings as in `Receipt`; nil if the protocol does not have them for each file.
    package var address: String?
    package var remoteID: String?
    package var response: String?
    package var bytes: Int
    package var sha256: String
    package var details: [String: String]?

    package init(_ receipt: Receipt) {
      address = receipt.address
      remoteID = receipt.remoteID
      response = receipt.response
      bytes = receipt.bytes
      sha256 = receipt.sha256
      details = receipt.details.isEmpty ? nil : receipt.details
    }

    /// A file that was sent in one message with the others.
    /// - Parameter name: its name in the message.
    init(_ document: DeliveredDocument, name: String? = nil, details: [String: String]? = nil) {
      remoteID = name
      bytes = document.bytes
      sha256 = document.sha256
      self.details = details
    }
  }

  package init(
    protocol: String, address: String, time: Date, remoteID: String? = nil, response: String? = nil, bytes: Int,
    sha256: String, details: [String: String] = [:], files: [File]? = nil
  ) {
    self.protocol = `protocol`
    self.address = address
    self.time = time
    self.remoteID = remoteID
    self.response = response
    self.bytes = bytes
    self.sha256 = sha256
    self.details = details
    self.files = files
  }
}
