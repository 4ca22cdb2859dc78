/// The server's side of the dialogue on one connection: combines its lines into replies, and assigns each reply to a
/// command.
///
/// libcurl sends one command at a time: `MAIL`, one `RCPT` for each recipient, `DATA`, the message.
struct SMTPDialogue {
  private let recipients: [String]
  /// The lines of the answer that is not complete yet.
  private var lines: [String] = []

  /// The capabilities from the greeting and the handshake of this transfer; nil if a connection was used again.
  private(set) var capabilities: SMTPCapabilities?
  /// The last answer before the transaction.
  private(set) var handshake: SMTPReply?
  /// The reply to `MAIL`, or to the command of a transfer without a message.
  private(set) var sender: SMTPReply?
  private(set) var recipientAnswers: [SMTPRecipientReply] = []
  private(set) var data: SMTPReply?
  private(set) var message: SMTPReply?

  init(recipients: [String]) { self.recipients = recipients }

  /// - Parameter isInTransaction: whether the commands of the transaction have begun.
  mutating func receive(_ line: some Collection<UInt8>, isInTransaction: Bool) {
    let text = String(decoding: line.prefix(1000), as: UTF8.self)
    lines.append(Self.printable(text.dropFirst(4)))
    if lines.count > 200 { lines.removeLast() }
    // "250-" continues an answer, "250 " or "250" ends it.
    guard let code = Int(text.prefix(3)), text.dropFirst(3).first != "-" else { return }
    let answer = SMTPReply(
      code: code, text: String(lines.filter { !$0.isEmpty }.joined(separator: " ").prefix(500)))
    if isInTransaction {
      add(answer)
    } else {
      if code == 250 { capabilities = SMTPCapabilities(lines: lines) }
      handshake = answer
    }
    lines = []
  }

  private mutating func add(_ answer: SMTPReply) {
    // The answer to QUIT, with which libcurl ends a transaction that was refused.
    if answer.code == 221 { return }
    if sender == nil {
      sender = answer
    } else if recipientAnswers.count < recipients.count {
      recipientAnswers.append(SMTPRecipientReply(recipient: recipients[recipientAnswers.count], answer: answer))
    } else if data == nil {
      data = answer
    } else {
      message = answer
    }
  }

  private static func printable(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.filter {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
      default: true
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
