import Foundation

/// The parts of a mail that a preview shows. Nothing in it is trusted.
package struct MailParts: Sendable {
  package let html: [UInt8]
  package let text: [UInt8]
  private let images: [String: (mediaType: String, bytes: [UInt8])]

  /// Fails if the parts are not as long as the summary says.
  init?(_ summary: MailSummary, _ bytes: [UInt8]) {
    var rest = bytes[...]
    func next(_ count: Int) -> [UInt8]? {
      guard count >= 0, count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    guard let html = next(summary.html), let text = next(summary.text) else { return nil }
    var images: [String: (mediaType: String, bytes: [UInt8])] = [:]
    for image in summary.images {
      guard let content = next(image.bytes), ["image/png", "image/jpeg", "image/gif"].contains(image.mediaType) else {
        return nil
      }
      images[image.name] = (image.mediaType, content)
    }
    (self.html, self.text, self.images) = (html, text, images)
  }

  /// The HTML with its images as `data:` URLs instead of parts of the mail.
  package var htmlWithImages: String {
    String(decoding: html, as: UTF8.self).replacing(/cid:(image-[0-9]{1,4})/) { match in
      guard let image = images[String(match.1)] else { return String(match.0) }
      return "data:\(image.mediaType);base64,\(Data(image.bytes).base64EncodedString())"
    }
  }
}
