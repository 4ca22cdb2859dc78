import Foundation
import Networking
import OperatingSystem

/// Sends documents by mail.
///
/// A mail has the same Message-ID in all attempts of a delivery. Whether the address of the destination is accepted
/// decides the delivery: if it is refused, nobody gets the mail. If further recipients (`to`, `cc`, `bcc`) are refused
/// permanently, the others get the mail and the receipt says who did not. If one is refused temporarily, nobody gets
/// the mail in the first three attempts; from the fourth on, those who are accepted do. So no recipient gets a second
/// copy because of another.
package final class EmailSender: Sender {
  let configuration: EmailConfiguration
  private let services: SenderServices
  private let client: SMTPClient
  private let timeout: Duration
  let now: @Sendable () -> Date

  /// Attempts in which a temporarily refused recipient defers the mail for all.
  private static let deferringAttempts = 3
  /// The bytes that texts and headers add to an attachment, for the check before the document is read.
  private static let allowance = 16 << 10

  /// - Parameter now: the date of mails.
  /// - Throws: `DeliveryError` `.missingSecret`.
  package init(
    _ configuration: EmailConfiguration, limits: DestinationLimits, services: SenderServices,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(DeliveryError) {
    self.configuration = configuration
    self.services = services
    self.now = now
    let timeout = limits.timeout ?? .seconds(120)
    self.timeout = timeout
    var password: String?
    if let secret = configuration.password { password = try secret.read() }
    client = SMTPClient(
      SMTPSettings(
        server: configuration.server, encryption: configuration.encryption,
        tls: TLSSettings(caFile: configuration.caFile), user: configuration.user, password: password,
        hostName: configuration.hostName, addresses: limits.addresses,
        connections: configuration.connections ?? min(limits.concurrency, 8),
        connectTimeout: min(.seconds(30), timeout), answerTimeout: timeout))
  }

  package func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let deadline = ContinuousClock.now + timeout
    let options = try EmailOptions(request.options)
    let recipients = try EmailRecipients(request.destination, options)
    try await check(recipients, request)
    var content = EmailContent(request, options, configuration)
    let capabilities = try await serverCapabilities(deadline: deadline)
    let limit = min(configuration.maximumSize, capabilities.maximumSize ?? .max)
    var body: ComposedMailBody?
    if content.content != .attachment {
      do throws(SendError) {
        body = try await self.body(request)
      } catch {
        // The configuration asks for bodies of all mails: documents that cannot be a body are attached.
        guard error.code == ComposedMailBody.impossible, options.content == nil else { throw error }
        content.content = .attachment
      }
    }

    let isTooLarge =
      content.content != .body
      && content.files.reduce(Self.allowance) { $0 + MailMessage.encodedSize(ofAttachment: $1.document.bytes) } > limit
    if !isTooLarge {
      let mail = try await encoded(request, recipients, content, body)
      if mail.count <= limit {
        do throws(SMTPFailure) {
          return receipt(
            request, recipients, content, try await transmit(mail, request, recipients, deadline),
            details: details(content, request))
        } catch {
          guard error.isTooLarge, services.links != nil else { throw SendError(error) }
        }
      }
    }
    return try await sendLink(request, recipients, content, body, limit: limit, deadline: deadline)
  }

  package func close() async { client.closeIdleConnections() }

  // MARK: - Checks

  private func check(_ recipients: EmailRecipients, _ request: DeliveryRequest) async throws(SendError) {
    guard !recipients.further.isEmpty else { return }
    guard let policy = services.policy else {
      throw SendError(
        code: "recipient_not_allowed", message: "further recipients cannot be checked against the policy here",
        retry: .never)
    }
    for recipient in recipients.further {
      let destination: Destination
      do {
        destination = try Destination("email:" + recipient.text)
      } catch {
        throw SendError(code: "invalid_recipient", message: error.message, retry: .never)
      }
      if let refusal = try await policy(request.tenant, request.document.kind, destination) {
        throw SendError(
          code: "recipient_not_allowed", message: "the recipient \(recipient.text) is \(refusal)", retry: .never)
      }
    }
  }

  private func serverCapabilities(deadline: ContinuousClock.Instant) async throws(SendError) -> SMTPCapabilities {
    do {
      return try await client.capabilities(timeout: deadline - .now)
    } catch {
      throw SendError(error)
    }
  }

  /// The stored body, or a composed one.
  private func body(_ request: DeliveryRequest) async throws(SendError) -> ComposedMailBody {
    if let stored = request.mailBody {
      return try await BlockingSend.run(name: "read mail", cancel: {}) { () throws(SendError) in
        try MailDocument.body(of: Self.bytes(of: stored))
      }
    }
    guard let composer = services.mailBodies else {
      throw SendError(
        code: "no_mail_bodies", message: "this process cannot compose documents as mails; use content: attachment",
        retry: .never)
    }
    return try await composer.mailBody(of: request.document)
  }

  // MARK: - Message

  private func mail(
    _ request: DeliveryRequest, _ recipients: EmailRecipients, _ content: EmailContent
  ) -> MailMessage {
    MailMessage(
      from: configuration.from, fromName: configuration.fromName, replyTo: configuration.replyTo, to: recipients.to,
      cc: recipients.cc, subject: content.subject, date: now(), id: messageID(request), text: "")
  }

  /// An identifier that is the same for each attempt of a delivery, and differs for deliveries of different
  /// installations.
  func messageID(_ request: DeliveryRequest) -> String {
    let facts = [
      String(request.id), String(request.document.job), request.tenant, request.destination.description,
      request.document.sha256, String(request.document.completedAt.timeIntervalSince1970),
    ]
    let hash = SHA256.hash(data: facts.joined(separator: "\n").utf8).hex.prefix(24)
    let domain = configuration.from.text.split(separator: "@").last.map(String.init) ?? "localhost"
    return "\(request.id).\(hash)@\(domain)"
  }

  private func encoded(
    _ request: DeliveryRequest, _ recipients: EmailRecipients, _ content: EmailContent, _ body: ComposedMailBody?
  ) async throws(SendError) -> [UInt8] {
    let mail = self.mail(request, recipients, content)
    return try await BlockingSend.run(name: "make mail", cancel: {}) { () throws(SendError) in
      var mail = mail
      var attachments: [MailMessage.Attachment] = []
      for file in content.content == .body ? [] : content.files {
        let bytes = try Self.bytes(of: file.document)
        attachments.append(.init(name: file.name, mediaType: file.document.mediaType, bytes: bytes))
      }
      content.fill(&mail, attachments: attachments, body: body)
      return mail.encoded()
    }
  }

  private static func bytes(of document: DeliveredDocument) throws(SendError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: document.path), data.count == document.bytes,
      SHA256.hash(data: data).hex == document.sha256
    else {
      throw SendError(
        code: "artifact_unreadable", message: "the artifact \(document.sha256) cannot be read, or is damaged",
        retry: .later(notBefore: nil))
    }
    return Array(data)
  }

  private func transmit(
    _ mail: [UInt8], _ request: DeliveryRequest, _ recipients: EmailRecipients, _ deadline: ContinuousClock.Instant
  ) async throws(SMTPFailure) -> SMTPResult {
    let defers = request.attempt <= Self.deferringAttempts
    return try await client.send(
      SMTPMessage(
        sender: configuration.from.text, recipients: recipients.all.map(\.text), bytes: mail,
        partial: .cancel { answers in
          answers.first.map { !$0.answer.isSuccess } ?? true || defers && answers.contains { $0.answer.isTemporary }
        }, timeout: max(.milliseconds(1), deadline - .now)))
  }

  private func sendLink(
    _ request: DeliveryRequest, _ recipients: EmailRecipients, _ content: EmailContent, _ body: ComposedMailBody?,
    limit: Int, deadline: ContinuousClock.Instant
  ) async throws(SendError) -> Receipt {
    guard let linkMaker = services.links else {
      let bytes = content.files.reduce(0) { $0 + $1.document.bytes }
      throw SendError(
        code: "too_large",
        message:
          "the mail would be larger than \(limit >> 10) kB (the documents have \(bytes >> 10) kB), "
          + "and this installation makes no links to send instead; use another destination", retry: .never)
    }
    var links: [CreatedLink] = []
    for file in content.files { links.append(try await linkMaker(request.only(file.document))) }
    var mail = self.mail(request, recipients, content)
    content.fill(&mail, links: links, body: body)
    var bytes = mail.encoded()
    if bytes.count > limit, body != nil {
      mail = self.mail(request, recipients, content)
      content.fill(&mail, links: links, body: nil)
      bytes = mail.encoded()
    }
    do throws(SMTPFailure) {
      return receipt(
        request, recipients, content, try await transmit(bytes, request, recipients, deadline),
        details: ["content": "link", "link": links.map(\.id).joined(separator: ", ")])
    } catch {
      throw SendError(error)
    }
  }
}
