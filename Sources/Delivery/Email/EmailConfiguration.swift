import Networking
import OperatingSystem

/// A mail server, and the mails that are sent over it.
///
///     server: smtp://smtp.fund.example:587    # or smtps://smtp.fund.example
///     from: reports@fund.example
///     from_name: Fund Reports
///     user: reports
///     password: { env: SMTP_PASSWORD }
///     content: both                           # attachment (default), body, both
///     subject: "{payload.title}"
///     message: "Please find the document attached."
///     file_name: "{payload.title}.pdf"
///     maximum_size: 25MB
package struct EmailConfiguration: Sendable, Decodable {
  /// The place of the document in a mail.
  package enum Content: String, Sendable, Decodable, CaseIterable {
    case attachment
    /// The document composed as the body of the mail.
    case body
    case both
  }

  package var server: Endpoint
  package var encryption: SMTPSettings.Encryption
  /// A PEM file with the certificates that are trusted instead of the system's; nil for the system's.
  package var caFile: String?
  package var user: String?
  package var password: Secret?
  /// The name of this host in `EHLO`.
  package var hostName: String
  /// Concurrent connections of one relay, from 1 to 64; nil for the destination's `concurrency`, at most 8.
  package var connections: Int?
  package var from: EmailAddress
  /// The name of the sender; nil for the address alone.
  package var fromName: String?
  package var replyTo: EmailAddress?
  package var content: Content
  /// It is nil for the title in the payload, or the kind and the job.
  package var subject: TextTemplate?
  /// The text of the mail; nil for none, or for the subject if the mail has no other text.
  package var message: TextTemplate?
  /// It is nil for the subject.
  package var fileName: TextTemplate?
  /// The largest mail in bytes. A smaller limit of the server takes precedence.
  package var maximumSize: Int

  private enum CodingKeys: String, CodingKey {
    case server, tls, user, password, connections, from, content, subject, message
    case caFile = "ca_file"
    case hostName = "ehlo"
    case fromName = "from_name"
    case replyTo = "reply_to"
    case fileName = "file_name"
    case maximumSize = "maximum_size"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    server = try Self.server(values)
    let encryption = try values.decodeIfPresent(String.self, forKey: .tls) ?? "required"
    let known = SMTPSettings.Encryption(rawValue: encryption)
    try values.check(known != nil, .tls, "expected required, opportunistic or none")
    self.encryption = known ?? .required
    caFile = try values.decodeIfPresent(String.self, forKey: .caFile)
    user = try values.decodeIfPresent(String.self, forKey: .user)
    password = try values.decodeIfPresent(Secret.self, forKey: .password)
    hostName = try values.decodeIfPresent(String.self, forKey: .hostName) ?? Self.thisHost
    connections = try values.decodeIfPresent(Int.self, forKey: .connections)
    from = try values.decode(EmailAddress.self, forKey: .from)
    fromName = try values.decodeIfPresent(String.self, forKey: .fromName)
    replyTo = try values.decodeIfPresent(EmailAddress.self, forKey: .replyTo)
    content = try values.decodeIfPresent(Content.self, forKey: .content) ?? .attachment
    subject = try values.decodeIfPresent(TextTemplate.self, forKey: .subject)
    message = try values.decodeIfPresent(TextTemplate.self, forKey: .message)
    fileName = try values.decodeIfPresent(TextTemplate.self, forKey: .fileName)
    maximumSize = try values.decodeIfPresent(ByteCount.self, forKey: .maximumSize)?.bytes ?? 25 << 20
    try check(values)
  }

  private func check(_ values: KeyedDecodingContainer<CodingKeys>) throws {
    try values.check((user == nil) == (password == nil), .user, "user and password go together")
    try values.check(
      user == nil || encryption != .opportunistic || server.scheme == "smtps", .tls,
      "a password is not sent over a connection that may be without TLS; use required")
    try values.check(Self.isHostName(hostName), .hostName, "expected the name of this host, such as relay.fund.example")
    try values.check(connections.map { (1...64).contains($0) } ?? true, .connections, "expected a number from 1 to 64")
    try values.check(!(fromName ?? "").hasControlCharacters, .fromName, "control characters")
    try values.check(
      (10 << 10...1 << 30).contains(maximumSize), .maximumSize, "expected a size from 10kB to 1GB")
    for (template, key) in [(subject, CodingKeys.subject), (fileName, .fileName)] {
      try values.check(!(template?.text.contains("\n") ?? false), key, "expected one line")
    }
  }

  private static func isHostName(_ name: String) -> Bool {
    (1...253).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "-.[]:".utf8.contains(byte)
      }
  }

  private static var thisHost: String {
    isHostName(Host.name) ? Host.name : "localhost"
  }

  private static func server(_ values: KeyedDecodingContainer<CodingKeys>) throws -> Endpoint {
    let text = try values.decode(String.self, forKey: .server)
    do throws(NetworkError) {
      let server = try Endpoint(url: text.contains("://") ? text : "smtp://" + text, ports: SMTPSettings.ports)
      let path = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst(text.contains("://") ? 2 : 1)
      try values.require(path.isEmpty && !text.contains("?"))
      return server
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .server, in: values, debugDescription: "\(error.message); expected a URL such as smtp://host:587")
    }
  }
}

extension KeyedDecodingContainer {
  fileprivate func require(_ isServer: Bool) throws(NetworkError) {
    if !isServer { throw NetworkError(code: .invalidURL, message: "the URL has a path", place: "") }
  }
}

/// A number of bytes: `500kB`, `25MB`, `1GB` (powers of 1024), or the number itself.
package struct ByteCount: Hashable, Sendable, Decodable {
  package var bytes: Int

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let units = ["": 0, "kb": 10, "mb": 20, "gb": 30]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number <= 1 << 30, let unit = units[text.dropFirst(digits.count).lowercased()]
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a size such as 500kB or 25MB"))
    }
    bytes = number << unit
  }
}
