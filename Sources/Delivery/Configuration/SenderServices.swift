/// The services of a relay that its senders may use.
package struct SenderServices: Sendable {
  /// Makes share links; nil if this installation makes none.
  package var links: LinkMaker?
  /// Composes documents as bodies of mails; nil if there are no renderers.
  package var mailBodies: (any MailBodyComposer)?
  /// Checks destinations that the options of a delivery name in addition to its own.
  package var policy: DestinationCheck?

  package init(
    links: LinkMaker? = nil, mailBodies: (any MailBodyComposer)? = nil, policy: DestinationCheck? = nil
  ) {
    self.links = links
    self.mailBodies = mailBodies
    self.policy = policy
  }

  /// No services: messages contain documents only, and no policy is asked.
  package static let none = SenderServices()
}

/// Returns the reason for which the policy of a tenant refuses a destination for documents of a kind; nil if it is
/// allowed.
package typealias DestinationCheck =
  @Sendable (_ tenant: String, _ kind: String, _ destination: Destination) async throws(SendError) -> String?

/// Composes the document of a job as the body of a mail.
package protocol MailBodyComposer: Sendable {
  /// - Throws: `SendError`: `.never` if the document cannot be the body of a mail.
  func mailBody(of document: DeliveredDocument) async throws(SendError) -> ComposedMailBody
}

/// A document as the body of a mail.
package struct ComposedMailBody: Hashable, Sendable {
  /// A whole HTML document. Its images have the address `cid:` and their name.
  package var html: String
  /// The document as plain text.
  package var text: String
  /// The images that the HTML refers to.
  package var images: [Image]

  package init(html: String, text: String, images: [Image] = []) {
    self.html = html
    self.text = text
    self.images = images
  }

  /// The code of the error for documents that are never bodies of mails, such as archives.
  package static let impossible = "no_mail_body"

  package struct Image: Hashable, Sendable {
    /// Unique in the mail; the HTML refers to the image as `cid:` and this name.
    package var name: String
    /// `image/png`, `image/jpeg` or `image/gif`.
    package var mediaType: String
    package var bytes: [UInt8]

    package init(name: String, mediaType: String, bytes: [UInt8]) {
      self.name = name
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }
}
