import Networking

/// A receiver of webhooks.
///
///     url: https://billing.example/hooks/pressrun   # only of a named destination; otherwise the destination's address
///     secrets: [{ env: BILLING_WEBHOOK_SECRET }]    # the newest first; during a rotation several
///     artifact: link                                # or inline, or none
///     inline_limit: 262144                          # bytes; larger documents are sent as a link
///     answer_within: 20s
///     headers: { X-Environment: production }        # not for secrets
///     token: { env: BILLING_TOKEN }                 # Authorization: Bearer; only with url
///     ca_file: /etc/ssl/billing-ca.pem
package struct WebhookConfiguration: Hashable, Sendable, Decodable {
  /// The form in which a message contains the document.
  package enum Artifact: String, Sendable, Decodable {
    /// A share link, which expires.
    case link
    /// The document is in the event, in Base64.
    case inline
    /// The message contains only the size and the hash of the document.
    case none
  }

  /// It is nil if the address of each destination is the URL.
  package var url: String?
  /// Each signs every message, so that receivers can change the secret.
  package var secrets: [Secret]
  package var artifact = Artifact.link
  /// Bytes up to which a document is in the message; a larger one is a link.
  package var inlineLimit = 256 << 10
  /// The time in which the receiver must answer.
  package var answerWithin = Duration.seconds(20)
  /// Further headers of the requests.
  package var headers: [String: String] = [:]
  /// Sent as `Authorization: Bearer`; nil for none.
  package var token: Secret?
  package var caFile: String?

  package init(url: String? = nil, secrets: [Secret]) {
    self.url = url
    self.secrets = secrets
  }

  private enum CodingKeys: String, CodingKey {
    case url, secrets, artifact, headers, token
    case inlineLimit = "inline_limit"
    case answerWithin = "answer_within"
    case caFile = "ca_file"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    url = try values.decodeIfPresent(String.self, forKey: .url)
    secrets = try values.decode([Secret].self, forKey: .secrets)
    try values.check((1...5).contains(secrets.count), .secrets, "expected one to five references to secrets")
    artifact = try values.decodeIfPresent(Artifact.self, forKey: .artifact) ?? artifact
    inlineLimit = try values.decodeIfPresent(Int.self, forKey: .inlineLimit) ?? inlineLimit
    try values.check((0...16 << 20).contains(inlineLimit), .inlineLimit, "expected bytes from 0 to 16777216")
    answerWithin = try values.decodeIfPresent(Duration.self, forKey: .answerWithin) ?? answerWithin
    try values.check(
      (.seconds(1) ... .seconds(120)).contains(answerWithin), .answerWithin, "expected a time from 1s to 2m")
    headers = try values.decodeIfPresent([String: String].self, forKey: .headers) ?? headers
    try values.check(
      headers.keys.allSatisfy { !Self.isReserved($0.lowercased()) }, .headers,
      "Authorization, Content-Type, traceparent and webhook-* are set by the sender")
    // The client would refuse each request, which ends its delivery permanently.
    for (name, value) in headers {
      let problem = HTTPHeaders.problem(name: name, value: value)
      try values.check(problem == nil, .headers, problem ?? "")
    }
    token = try values.decodeIfPresent(Secret.self, forKey: .token)
    try values.check(
      token == nil || url != nil, .token,
      "a token needs a url: without one, whoever chooses the destination's address would receive the token")
    caFile = try values.decodeIfPresent(String.self, forKey: .caFile)
  }

  private static func isReserved(_ header: String) -> Bool {
    header == "authorization" || header == "content-type" || header == "traceparent" || header.hasPrefix("webhook-")
  }
}

extension WebhookConfiguration: SenderConfiguration {
  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    try makeSender(name: name, limits: limits, services: SenderServices())
  }

  package func makeSender(
    name: String?, limits: DestinationLimits, services: SenderServices
  ) throws(DeliveryError) -> any Sender {
    try WebhookSender(self, name: name, limits: limits, links: services.links)
  }
}
