import Foundation

extension Invoice {
  /// Adds the rendered PDF to the attachments (BG-24). The name is its identifier (BT-122), too.
  /// - Returns: false, without a change, if another attachment has the name (BR-DE-22).
  package mutating func attach(pdf: [UInt8], name: String) -> Bool {
    guard !attachments.contains(where: { $0.content?.fileName == name }) else { return false }
    let content = Attachment.Content(
      mediaType: "application/pdf", fileName: name, data: Data(pdf).base64EncodedString())
    attachments.append(Attachment(id: name, description: nil, url: nil, content: content))
    return true
  }
}
