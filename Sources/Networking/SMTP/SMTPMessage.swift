/// One mail transaction.
package struct SMTPMessage: Sendable {
  /// The handling of a message of which the server refuses some recipients and accepts others.
  package enum Partial: Sendable {
    /// Sends the message to those that are accepted.
    case send
    /// Ends the transaction without sending the message to anybody if this returns true for the answers.
    case cancel(@Sendable ([SMTPRecipientReply]) -> Bool)
  }

  /// The reverse path, an address without angle brackets.
  package var sender: String
  /// Addresses without angle brackets.
  package var recipients: [String]
  /// The message (RFC 5322) with lines that end in CR LF.
  package var bytes: [UInt8]
  package var partial: Partial
  /// Limit of the whole transaction.
  package var timeout: Duration

  package init(
    sender: String, recipients: [String], bytes: [UInt8], partial: Partial = .send, timeout: Duration = .seconds(300)
  ) {
    self.sender = sender
    self.recipients = recipients
    self.bytes = bytes
    self.partial = partial
    self.timeout = timeout
  }
}

/// An answer of a mail server (RFC 5321 §4.2).
package struct SMTPReply: Hashable, Sendable {
  /// 250, 451, 550, …
  package var code: Int
  /// The lines of the reply without the code, joined by spaces, at most 500 printable characters.
  package var text: String

  package init(code: Int, text: String) {
    self.code = code
    self.text = text
  }

  /// 2xx.
  package var isSuccess: Bool { (200...299).contains(code) }
  /// 4xx: a later attempt may succeed.
  package var isTemporary: Bool { (400...499).contains(code) }
  /// 5xx: the same attempt would fail again.
  package var isPermanent: Bool { (500...599).contains(code) }
}

extension SMTPReply: CustomStringConvertible {
  package var description: String { text.isEmpty ? "\(code)" : "\(code) \(text)" }
}

/// The server's answer to one recipient.
package struct SMTPRecipientReply: Hashable, Sendable {
  package var recipient: String
  package var answer: SMTPReply

  package init(recipient: String, answer: SMTPReply) {
    self.recipient = recipient
    self.answer = answer
  }
}

/// A completed mail transaction.
package struct SMTPResult: Hashable, Sendable {
  /// The answer to each recipient, in the order of the message's.
  package var recipients: [SMTPRecipientReply]
  /// The reply to the message.
  package var answer: SMTPReply
}

/// The capabilities of a server (RFC 5321 §4.1.1.1).
package struct SMTPCapabilities: Hashable, Sendable {
  /// `SIZE` (RFC 1870): the largest message in bytes; nil if the server names none.
  package var maximumSize: Int?

  package init() {}

  /// - Parameter lines: of the answer to `EHLO`, without the code.
  package init(lines: [String]) {
    for line in lines.dropFirst() {
      let words = line.uppercased().split(separator: " ")
      switch words.first {
      case "SIZE": maximumSize = words.dropFirst().first.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      default: break
      }
    }
  }
}

/// A mail transaction that failed: nobody has the message, unless `network.mayHaveTakenEffect`.
package struct SMTPFailure: Error, Hashable, Sendable {
  /// The part of the transaction that failed.
  package enum Step: String, Sendable {
    /// Everything before the transaction: connection, greeting, TLS, authentication.
    case connect
    case sender
    case recipients
    /// The command `DATA`, and sending the message.
    case data
    /// The server's answer to the message.
    case message
  }

  package var step: Step
  /// The answer that refused the step; nil if there was none.
  package var answer: SMTPReply?
  /// The answers to the recipients so far.
  package var recipients: [SMTPRecipientReply]
  /// The error of the connection; for a refusal, a description of the refusal.
  package var network: NetworkError

  package init(step: Step, answer: SMTPReply?, recipients: [SMTPRecipientReply], network: NetworkError) {
    self.step = step
    self.answer = answer
    self.recipients = recipients
    self.network = network
  }
}
