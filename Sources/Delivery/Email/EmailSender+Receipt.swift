import Networking

/// The receipts of mails.
extension EmailSender {
  /// The details of the receipt of a mail with the documents: the stored body that was used.
  func details(_ content: EmailContent, _ request: DeliveryRequest) -> [String: String] {
    guard content.content != .attachment, let body = request.mailBody else { return [:] }
    return ["body": body.sha256]
  }

  func receipt(
    _ request: DeliveryRequest, _ recipients: EmailRecipients, _ content: EmailContent, _ result: SMTPResult,
    details further: [String: String]
  ) -> Receipt {
    let refused = result.recipients.filter { !$0.answer.isSuccess }
    var details = [
      "accepted": result.recipients.filter(\.answer.isSuccess).map(\.recipient).joined(separator: ", "),
      "server": configuration.server.place,
    ]
    if !refused.isEmpty {
      details["refused"] = refused.map { "\($0.recipient): \($0.answer)" }.joined(separator: "; ")
    }
    let files = content.files.map { Receipt.File($0.document, name: $0.name) }
    return Receipt(
      protocol: "smtp", address: recipients.all.map(\.text).joined(separator: ", "), time: now(),
      remoteID: "<\(messageID(request))>", response: result.answer.description, bytes: request.document.bytes,
      sha256: request.document.sha256, details: details.merging(further) { _, new in new },
      files: request.further.isEmpty ? nil : files)
  }
}
