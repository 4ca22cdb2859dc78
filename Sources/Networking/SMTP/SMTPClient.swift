import CCurl
import OperatingSystem
import Synchronization

/// An SMTP client on libcurl, which sends many messages over each of its connections.
///
/// It connects only to addresses that its policy allows. It never sends a message twice: a transaction is begun again,
/// on another connection, only if a connection that was idle turns out to be closed before the server has accepted the
/// sender.
package final class SMTPClient: Sendable {
  private let settings: SMTPSettings
  private let resolver: HostResolver
  private let pool: SMTPConnectionPool
  private let known = Mutex<SMTPCapabilities?>(nil)

  /// - Parameter resolver: looks up the host of the server.
  package init(_ settings: SMTPSettings, resolver: HostResolver = HostResolver()) {
    self.settings = settings
    self.resolver = resolver
    pool = SMTPConnectionPool(count: settings.connections)
  }

  /// The capabilities of the server; connects to it if they are not known yet.
  package func capabilities(timeout: Duration = .seconds(60)) async throws(SMTPFailure) -> SMTPCapabilities {
    if let known = known.withLock({ $0 }) { return known }
    _ = try await perform(nil, timeout: timeout)
    return known.withLock { $0 } ?? SMTPCapabilities()
  }

  /// Sends a message and waits for the server's answer. Ends early if the task is cancelled.
  package func send(_ message: SMTPMessage) async throws(SMTPFailure) -> SMTPResult {
    try Self.check(message, place: settings.server.place)
    let transfer = try await perform(message, timeout: message.timeout)
    guard let answer = transfer.dialogue.message else {
      throw SMTPFailure(
        step: .message, answer: nil, recipients: transfer.dialogue.recipientAnswers,
        network: NetworkError(
          code: .protocolViolation, message: "the server did not answer the message", place: settings.server.place,
          mayHaveTakenEffect: true))
    }
    return SMTPResult(recipients: transfer.dialogue.recipientAnswers, answer: answer)
  }

  /// Closes the connections that are not in use.
  package func closeIdleConnections() { pool.closeIdle() }

  /// libcurl would send control characters and angle brackets as part of a command.
  private static func check(_ message: SMTPMessage, place: String) throws(SMTPFailure) {
    let isPlain = ([message.sender] + message.recipients).allSatisfy { address in
      address.utf8.count <= 320 && address.utf8.contains(UInt8(ascii: "@"))
        && address.unicodeScalars.allSatisfy {
          $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "<" && $0 != ">"
        }
    }
    if isPlain, !message.recipients.isEmpty { return }
    throw SMTPFailure(
      step: .sender, answer: nil, recipients: [],
      network: NetworkError(code: .invalidRequest, message: "an address of the mail is not valid", place: place))
  }

  private func perform(_ message: SMTPMessage?, timeout: Duration) async throws(SMTPFailure) -> SMTPTransfer {
    let host: PinnedHost
    do {
      host = try await resolver.resolve(settings.server, policy: settings.addresses)
    } catch {
      throw SMTPFailure(step: .connect, answer: nil, recipients: [], network: error)
    }
    guard let connection = await pool.acquire() else {
      throw failure(.cancelled, "the task was cancelled")
    }
    defer { pool.release(connection) }
    // Waiting for other messages is not the server's fault.
    let deadline = ContinuousClock.now + timeout
    while true {
      let transfer = SMTPTransfer(settings, message, timeout: deadline - .now)
      let curl = transfer.transfer(to: host)
      let outcome = await connection.run(curl)
      if let capabilities = transfer.dialogue.capabilities { known.withLock { $0 = capabilities } }
      guard let failure = SMTPFailure(transfer, curl, outcome, message, place: settings.server.place) else {
        return transfer
      }
      let wasIdle = transfer.dialogue.handshake == nil && curl.requests > 0
      let isUnused = transfer.dialogue.sender.map { $0.code == 421 } ?? true
      guard wasIdle, isUnused, failure.network.code != .cancelled, ContinuousClock.now < deadline else { throw failure }
    }
  }

  private func failure(_ code: NetworkError.Code, _ message: String) -> SMTPFailure {
    SMTPFailure(
      step: .connect, answer: nil, recipients: [],
      network: NetworkError(code: code, message: message, place: settings.server.place))
  }
}

extension SMTPFailure {
  /// Fails if the transfer has succeeded.
  fileprivate init?(
    _ transfer: SMTPTransfer, _ curl: CurlTransfer, _ outcome: CurlOutcome, _ message: SMTPMessage?, place: String
  ) {
    let dialogue = transfer.dialogue
    // Before the last byte is sent the message is not complete, and the server must discard it (RFC 5321 §4.1.1.4).
    let isComplete =
      curl.body.map { $0.furthest == $0.length } ?? false && outcome.uploaded >= message?.bytes.count ?? 0
      && dialogue.data?.code == 354
    let wasSent = isComplete && dialogue.message == nil
    guard var network = outcome.error(place: place, wasSent: wasSent) else { return nil }
    let refusals = dialogue.recipientAnswers.filter { !$0.answer.isSuccess }
    let step: Step
    let answer: SMTPReply?
    if curl.requests == 0 {
      (step, answer) = (.connect, dialogue.handshake.flatMap { $0.code >= 400 ? $0 : nil })
    } else if let sender = dialogue.sender, sender.isSuccess {
      if transfer.wasCancelledForRecipients || dialogue.data == nil && !refusals.isEmpty {
        (step, answer) = (.recipients, refusals.first { $0.answer.isTemporary }?.answer ?? refusals.first?.answer)
      } else if let data = dialogue.data, data.code != 354 {
        (step, answer) = (.data, data)
      } else {
        (step, answer) = (wasSent || dialogue.message != nil ? .message : .data, dialogue.message)
      }
    } else {
      (step, answer) = (.sender, dialogue.sender)
    }
    if let answer {
      network.message = "the server answers \(answer)"
      // An answer is definite.
      network.mayHaveTakenEffect = false
    }
    self.init(step: step, answer: answer, recipients: dialogue.recipientAnswers, network: network)
  }
}
