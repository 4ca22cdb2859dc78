import Diagnostics

/// A document as the body of a mail.
package struct MailBody: Sendable {
  /// A whole HTML document in which each element has its styles in its `style` attribute. It has no scripts, no style
  /// sheets, and no addresses but those of links and `cid:` addresses of `images`.
  package var html: String
  /// The message as plain text, in lines of at most 76 columns where words allow it.
  package var text: String
  package var images: [Image]
  /// The title of the document, for the subject; may be empty.
  package var title: String
  /// Includes warnings about content that mails cannot express.
  package var warnings: [Diagnostic]

  package init(html: String, text: String, images: [Image], title: String = "", warnings: [Diagnostic] = []) {
    self.html = html
    self.text = text
    self.images = images
    self.title = title
    self.warnings = warnings
  }

  /// An image to which the HTML refers as `cid:` and its name: a PNG, JPEG or GIF file.
  package struct Image: Hashable, Sendable {
    /// Such as `image-1`.
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
