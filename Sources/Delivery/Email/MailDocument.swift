import Foundation
import OperatingSystem

/// A document as a message without addresses: the output `html-mail`. Mails with the document as their body are made of
/// it.
package enum MailDocument {
  /// The message (RFC 5322) with HTML, its images and a text alternative. Mail programs open it as a draft
  /// (`X-Unsent`).
  /// - Parameter date: the time in its header. The same arguments give the same bytes.
  package static func message(_ body: ComposedMailBody, subject: String, date: Date) -> [UInt8] {
    let identity = SHA256.hash(data: body.html.utf8).hex.prefix(32)
    let message = MailMessage(
      from: nil, to: [], cc: [], subject: subject.collapsedLine, date: date, id: "\(identity)@pressrun.invalid",
      text: body.text,
      html: body.html, images: body.images)
    return message.encoded()
  }
}
