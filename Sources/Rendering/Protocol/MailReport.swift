import Composition

/// The parts of the body of a mail, one after the other in the body of the frame: HTML, text, images.
package struct MailReport: Codable, Hashable, Sendable {
  /// An image of the mail, with its length in bytes.
  package struct Image: Codable, Hashable, Sendable {
    var name: String
    var mediaType: String
    var bytes: Int
  }

  var title: String
  /// Lengths in bytes.
  var html: Int
  var text: Int
  var images: [Image]

  init(_ body: MailBody) {
    title = body.title
    html = body.html.utf8.count
    text = body.text.utf8.count
    images = body.images.map { Image(name: $0.name, mediaType: $0.mediaType, bytes: $0.bytes.count) }
  }
}

extension MailBody {
  /// The body of the frame that a `MailReport` describes.
  var frameBody: [UInt8] { Array(html.utf8) + Array(text.utf8) + images.flatMap(\.bytes) }

  /// Reads a mail from a renderer's response, which is not trusted.
  /// - Throws: `RenderingError` `.protocolViolation`.
  package init(_ mail: MailReport, _ bytes: [UInt8]) throws(RenderingError) {
    func refuse(_ message: String) -> RenderingError {
      RenderingError(code: .protocolViolation, message: "the body of a mail is invalid: \(message)")
    }
    var rest = bytes[...]
    func next(_ count: Int) throws(RenderingError) -> ArraySlice<UInt8> {
      guard count >= 0, count <= rest.count else { throw refuse("its parts are longer than it is") }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    guard let html = String(validating: try next(mail.html), as: UTF8.self),
      let text = String(validating: try next(mail.text), as: UTF8.self)
    else { throw refuse("it is not UTF-8") }
    var images: [Image] = []
    for image in mail.images {
      guard image.name.wholeMatch(of: /image-[0-9]{1,4}/) != nil,
        ["image/png", "image/jpeg", "image/gif"].contains(image.mediaType)
      else { throw refuse("an image has another name or type than images of mails have") }
      images.append(Image(name: image.name, mediaType: image.mediaType, bytes: Array(try next(image.bytes))))
    }
    guard rest.isEmpty else { throw refuse("it is longer than its parts") }
    self.init(html: html, text: text, images: images, title: mail.title)
  }

  /// Reads the body of a mail that was requested.
  /// - Throws: `RenderingError` `.protocolViolation`.
  package init(_ report: RenderReport, _ bytes: [UInt8]) throws(RenderingError) {
    guard let mail = report.mail else {
      throw RenderingError(code: .protocolViolation, message: "the body of a mail is invalid: there is none")
    }
    try self.init(mail, bytes)
  }
}
