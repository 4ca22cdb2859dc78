import CCurl
import OperatingSystem

/// One use of a connection to a mail server: a transaction, or a command without a message.
///
/// Sendable: the dialogue is written by the thread of the `CurlLoop` and read after the transfer has ended.
final class SMTPTransfer: @unchecked Sendable {
  private let settings: SMTPSettings
  private let message: SMTPMessage?
  private let timeout: Duration
  private(set) var dialogue: SMTPDialogue
  /// Whether the message was not sent because of the answers to its recipients.
  private(set) var wasCancelledForRecipients = false

  /// - Parameter message: nil for `NOOP`.
  init(_ settings: SMTPSettings, _ message: SMTPMessage?, timeout: Duration) {
    self.settings = settings
    self.message = message
    self.timeout = timeout
    dialogue = SMTPDialogue(recipients: message?.recipients ?? [])
  }

  func transfer(to host: PinnedHost) -> CurlTransfer {
    let transfer = CurlTransfer(place: settings.server.place, host: host, policy: settings.addresses) {
      handle, _ in self.configure(handle)
    }
    if let message { transfer.body = TransferBody(.bytes(message.bytes), length: message.bytes.count) }
    transfer.receiveLine = { line, transfer in
      self.dialogue.receive(line, isInTransaction: transfer.requests > 0)
      return self.mayContinue(transfer)
    }
    return transfer
  }

  private func mayContinue(_ transfer: CurlTransfer) -> Bool {
    // After the last recipient, before DATA.
    guard let message, case .cancel(let decides) = message.partial, dialogue.data == nil,
      dialogue.recipientAnswers.count == message.recipients.count,
      dialogue.recipientAnswers.contains(where: { $0.answer.isSuccess }), decides(dialogue.recipientAnswers)
    else { return true }
    wasCancelledForRecipients = true
    transfer.fail(.other, "the server refused recipients")
    return false
  }

  private func configure(_ handle: CurlHandle) {
    let server = settings.server
    let host = server.host.contains(":") ? "[\(server.host)]" : server.host
    // libcurl takes the name for EHLO from the path.
    handle.set(CURLOPT_URL, "\(server.scheme)://\(host):\(server.port)/\(settings.hostName)")
    handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    handle.set(settings.tls)
    let encryption: curl_usessl =
      switch settings.encryption {
      case .required: CURLUSESSL_ALL
      case .opportunistic: CURLUSESSL_TRY
      case .none: CURLUSESSL_NONE
      }
    handle.set(CURLOPT_USE_SSL, Int(encryption.rawValue))
    if let user = settings.user {
      handle.set(CURLOPT_USERNAME, user)
      handle.set(CURLOPT_PASSWORD, settings.password ?? "")
    }
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectTimeout.wholeMilliseconds))
    handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(settings.answerTimeout.wholeMilliseconds) / 1000))
    handle.set(CURLOPT_TIMEOUT_MS, max(1, Int(timeout.wholeMilliseconds)))
    // A server that takes fewer than 100 bytes per second for this time does not read any more.
    handle.set(CURLOPT_LOW_SPEED_LIMIT, 100)
    handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(settings.answerTimeout.wholeMilliseconds) / 1000))
    // Servers close idle connections after some minutes.
    handle.set(CURLOPT_MAXAGE_CONN, 60)
    if let message {
      configure(handle, message)
    } else {
      handle.set(CURLOPT_CUSTOMREQUEST, "NOOP")
      handle.set(CURLOPT_NOBODY, 1)
    }
  }

  private func configure(_ handle: CurlHandle, _ message: SMTPMessage) {
    handle.set(CURLOPT_UPLOAD, 1)
    handle.set(CURLOPT_INFILESIZE_LARGE, offset: message.bytes.count)
    handle.set(CURLOPT_MAIL_FROM, "<\(message.sender)>")
    handle.set(CURLOPT_MAIL_RCPT, list: message.recipients.map { "<\($0)>" })
    // Otherwise the first refused recipient ends the transaction.
    handle.set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1)
  }
}
