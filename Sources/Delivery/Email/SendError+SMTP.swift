import Networking

extension SMTPFailure {
  /// Whether the message exceeds the server's limit (RFC 1870 §6.2).
  var isTooLarge: Bool { answer?.code == 552 && step != .recipients && step != .connect }
}

extension SendError {
  /// The consequences of a failed transaction for the delivery.
  ///
  /// | what happened | further attempts | destination |
  /// |---|---|---|
  /// | no connection, no TLS, wrong password | later | down |
  /// | 4xx to sender, recipient or message | later | as it was; 421: down |
  /// | 5xx to sender, recipient or message | never | as it was |
  /// | connection lost before the message was complete | later | down |
  /// | connection lost after the message was complete | later, outcome unknown | down |
  init(_ failure: SMTPFailure) {
    let place = failure.network.place
    let message = place.isEmpty ? failure.network.message : "\(place): \(failure.network.message)"
    if failure.network.code == .cancelled, failure.answer == nil {
      self.init(
        code: "cancelled", message: message, retry: .later(notBefore: nil),
        isOutcomeUnknown: failure.network.mayHaveTakenEffect)
      return
    }
    if failure.network.code == .invalidRequest {
      self.init(code: "invalid_request", message: message, retry: .never)
      return
    }
    switch failure.step {
    case .connect:
      self.init(
        code: failure.network.code.rawValue, message: message, retry: .later(notBefore: nil), isDestinationDown: true)
    case .recipients: self.init(refusedRecipients: failure, place)
    case .sender, .data, .message:
      guard let answer = failure.answer else {
        let isUnknown = failure.network.mayHaveTakenEffect
        self.init(
          code: failure.network.code.rawValue,
          message: isUnknown ? "\(message), after the mail was sent: it may have arrived" : message,
          retry: .later(notBefore: nil), isOutcomeUnknown: isUnknown, isDestinationDown: true)
        return
      }
      let subject = failure.step == .sender ? "sender" : "message"
      let code = failure.isTooLarge ? "too_large" : "\(subject)_\(answer.isPermanent ? "refused" : "deferred")"
      self.init(code: code, message: "\(place): the server refuses the \(subject): \(answer)", answer)
    }
  }

  /// The destination's address decides; otherwise a further recipient was refused temporarily.
  private init(refusedRecipients failure: SMTPFailure, _ place: String) {
    let refused =
      failure.recipients.first.flatMap { $0.answer.isSuccess ? nil : $0 }
      ?? failure.recipients.first { $0.answer.isTemporary } ?? failure.recipients.first { !$0.answer.isSuccess }
    guard let refused else {
      self.init(
        code: failure.network.code.rawValue, message: "\(place): \(failure.network.message)",
        retry: .later(notBefore: nil), isDestinationDown: true)
      return
    }
    self.init(
      code: refused.answer.isPermanent ? "recipient_refused" : "recipient_deferred",
      message: "\(place): the server refuses the recipient \(refused.recipient): \(refused.answer)", refused.answer)
  }

  private init(code: String, message: String, _ answer: SMTPReply) {
    self.init(
      code: code, message: message, retry: answer.isPermanent ? .never : .later(notBefore: nil),
      isDestinationDown: answer.code == 421)
  }
}
