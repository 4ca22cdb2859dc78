/// The address of a mail server (RFC 5321), and the authentication there.
package struct SMTPSettings: Sendable {
  /// Whether the connection must be encrypted.
  package enum Encryption: String, Sendable, CaseIterable {
    /// TLS is required: nothing is sent without it.
    case required
    /// TLS if the server offers it; the certificate is verified then.
    case opportunistic
    case none
  }

  /// `smtp://host:587` (STARTTLS) or `smtps://host:465` (TLS from the start); these ports are the defaults.
  package var server: Endpoint
  package var encryption: Encryption
  package var tls: TLSSettings
  /// The user for authentication; nil for none.
  package var user: String?
  package var password: String?
  /// The name of this host in `EHLO`.
  package var hostName: String
  /// The addresses that connections may be made to.
  package var addresses: AddressPolicy
  /// The maximum number of concurrent connections, and so of transactions.
  package var connections: Int
  /// Time limit of the connection with its greeting, TLS and authentication.
  package var connectTimeout: Duration
  /// Time limit of each answer of the server.
  package var answerTimeout: Duration

  package init(
    server: Endpoint, encryption: Encryption = .required, tls: TLSSettings = .default, user: String? = nil,
    password: String? = nil, hostName: String = "localhost", addresses: AddressPolicy = .publicOnly,
    connections: Int = 4, connectTimeout: Duration = .seconds(30), answerTimeout: Duration = .seconds(120)
  ) {
    self.server = server
    self.encryption = encryption
    self.tls = tls
    self.user = user
    self.password = password
    self.hostName = hostName
    self.addresses = addresses
    self.connections = connections
    self.connectTimeout = connectTimeout
    self.answerTimeout = answerTimeout
  }

  /// The schemes and their default ports.
  package static let ports = ["smtp": 587, "smtps": 465]
}
