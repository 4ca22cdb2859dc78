import Foundation

/// Makes the share link for `document` of a delivery, for senders that send a link instead of the document or beside
/// it. All attempts of a delivery get the same link for a file.
package typealias LinkMaker = @Sendable (DeliveryRequest) async throws(SendError) -> CreatedLink

/// A created share link with its URL.
package struct CreatedLink: Hashable, Sendable {
  /// Grants access to the document: part of messages to its recipients only, never of receipts, logs and errors.
  package var url: String
  /// Identifies the link without granting access.
  package var id: String
  /// The time after which it gives no access.
  package var expires: Date

  package init(url: String, id: String, expires: Date) {
    self.url = url
    self.id = id
    self.expires = expires
  }
}
