import Foundation
import JobQueue
import Networking

/// Sends documents as webhooks (Standard Webhooks 1.0).
///
/// An answer with a status of success within the time limit is a delivery. A message that the receiver has seen before
/// has the same `webhook-id`.
package final class WebhookSender: Sender {
  private let configuration: WebhookConfiguration
  private let client: HTTPClient
  private let signer: WebhookSigner
  private let token: String?
  private let links: LinkMaker?
  private let timeLimit: Duration
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - name: of the configuration; nil if the destinations' addresses are URLs.
  ///   - now: the time of an attempt, which is signed.
  /// - Throws: `DeliveryError` `.missingSecret`, `.invalidConfiguration`.
  package init(
    _ configuration: WebhookConfiguration, name: String?, limits: DestinationLimits, links: LinkMaker?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(DeliveryError) {
    let place = name.map { "webhook:\($0)" } ?? "webhook"
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(code: .invalidConfiguration, message: message, place: place)
    }
    if name != nil, configuration.url == nil { throw refuse("a webhook with a name needs a url") }
    if configuration.artifact == .link, links == nil {
      throw refuse("share links are not configured; configure them, or set artifact to inline or none")
    }
    var secrets: [String] = []
    for secret in configuration.secrets { secrets.append(try secret.read()) }
    signer = try WebhookSigner(secrets: secrets, place: place)
    token = try configuration.token?.read()
    self.configuration = configuration
    self.links = links
    self.now = now
    timeLimit = min(configuration.answerWithin, limits.timeout ?? configuration.answerWithin)
    client = HTTPClient(addresses: limits.addresses, tls: TLSSettings(caFile: configuration.caFile))
  }

  package func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    guard let url = configuration.url ?? request.destination.address else {
      throw SendError(code: "invalid_url", message: "the webhook has no URL", retry: .never)
    }
    let (message, details, hidden) = try await message(request)
    let answer = try await post(message, to: url, request.traceParent)
    return Receipt(
      protocol: "webhook", address: answer.place, time: now(), remoteID: message.id,
      response: answer.text(hiding: hidden), bytes: request.document.bytes, sha256: request.document.sha256,
      details: details, files: request.further.isEmpty ? nil : request.documents.map { Receipt.File($0) })
  }

  package func close() async { client.close() }

  /// The message, the details of the receipt, and texts that must not be kept.
  private func message(
    _ request: DeliveryRequest
  ) async throws(SendError) -> (WebhookMessage, details: [String: String], hidden: [String]) {
    if let event = WebhookMessage(eventOf: request) { return (event, ["event": event.id], []) }
    let contents = try await contents(request)
    let message = WebhookMessage(request, contents)
    let links = contents.compactMap { if case .link(let link) = $0 { link } else { nil } }
    var details = ["artifact": contents[0].name]
    if !links.isEmpty { details["link"] = links.map(\.id).joined(separator: ", ") }
    return (message, details, contents.compactMap(\.secret))
  }

  /// Sends a message and waits for an answer with a status of success.
  private func post(
    _ message: WebhookMessage, to url: String, _ traceParent: TraceParent?
  ) async throws(SendError) -> WebhookResponse {
    let time = Int(now().timeIntervalSince1970)
    let headers =
      [(name: "Content-Type", value: WebhookMessage.mediaType)]
      + signer.headers(id: message.id, time: time, body: message.body)
      + configuration.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
      + (traceParent.map { [(name: "traceparent", value: $0.text)] } ?? [])
    var request = HTTPRequest(
      method: "POST", url: url, headers: headers, body: .bytes(message.body),
      credentials: token.map { .bearer($0) }, timeout: timeLimit, responseLimit: 16 << 10)
    request.cutsLongAnswers = true
    let response: HTTPResponse
    do {
      response = try await client.send(request)
    } catch {
      throw SendError(error, isFixedAddress: configuration.url == nil && Self.hasIPAddress(url))
    }
    let answer = WebhookResponse(response: response, place: url.place)
    if let failure = answer.failure(now: Int(now().timeIntervalSince1970)) { throw failure }
    return answer
  }

  private static func hasIPAddress(_ url: String) -> Bool {
    guard let endpoint = try? Endpoint(url: url, ports: ["http": 80, "https": 443]) else { return false }
    return IPAddress(endpoint.host) != nil
  }

  /// The content of the message for each document: all in the same form.
  private func contents(_ request: DeliveryRequest) async throws(SendError) -> [WebhookMessage.Content] {
    let documents = request.documents
    let bytes = documents.reduce(0) { $0 + $1.bytes }
    switch configuration.artifact {
    case .none: return documents.map { _ in .none }
    case .inline where bytes <= configuration.inlineLimit:
      var contents: [WebhookMessage.Content] = []
      for document in documents {
        guard let data = FileManager.default.contents(atPath: document.path), data.count == document.bytes else {
          throw SendError(
            code: "file_unreadable", message: "the document of job \(document.job) cannot be read",
            retry: .later(notBefore: nil))
        }
        contents.append(.inline(data.base64EncodedString()))
      }
      return contents
    case .inline, .link:
      guard let links else {
        throw SendError(
          code: "document_too_large",
          message: "the documents have \(bytes) bytes and inline_limit is \(configuration.inlineLimit); "
            + "configure share links for larger documents", retry: .never)
      }
      var contents: [WebhookMessage.Content] = []
      for document in documents { contents.append(.link(try await links(request.only(document)))) }
      return contents
    }
  }
}

extension WebhookMessage.Content {
  /// The name of the form in receipts.
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .link: "link"
    case .inline: "inline"
    }
  }

  /// The text that must not be stored if a response repeats the message: the last part of a link's path, which grants
  /// access.
  fileprivate var secret: String? {
    switch self {
    case .none: nil
    case .link(let link): link.url.split(separator: "/").last.map(String.init) ?? link.url
    case .inline(let text): String(text.prefix(64))
    }
  }
}

extension String {
  /// A URL without its query.
  fileprivate var place: String { String(prefix { $0 != "?" }) }
}
