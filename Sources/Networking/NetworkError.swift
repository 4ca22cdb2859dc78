/// A failed transfer over the network.
package struct NetworkError: Error, Hashable, Sendable {
  /// The kind of error. The raw values are the codes of failed deliveries.
  package enum Code: String, Sendable {
    /// The URL cannot be parsed, or its scheme is not supported.
    case invalidURL = "invalid_url"
    /// A header, method or setting cannot be sent.
    case invalidRequest = "invalid_request"
    /// The text is not a network in CIDR notation.
    case invalidNetwork = "invalid_network"
    /// The host has no address, or the name service does not answer.
    case hostUnknown = "host_unknown"
    /// The `AddressPolicy` forbids an address of the host.
    case addressForbidden = "address_forbidden"
    /// No connection within the time limit, or it was refused.
    case connectFailed = "connect_failed"
    /// The certificate or host key is not trusted, or TLS is not offered.
    case notTrusted = "not_trusted"
    /// The server's answer does not follow the protocol.
    case protocolViolation = "protocol_violation"
    case authenticationFailed = "authentication_failed"
    /// The connection was lost.
    case connectionLost = "connection_lost"
    /// The transfer was too slow, or exceeded its time limit.
    case timedOut = "timed_out"
    /// The answer exceeds the limit of bytes.
    case tooLarge = "too_large"
    case cancelled
    /// A local file cannot be read.
    case fileUnreadable = "file_unreadable"
    case other
  }

  package var code: Code
  /// A sentence without credentials.
  package var message: String
  /// The host and port, or the URL without user information and query.
  package var place: String
  /// Whether the server may have received the whole request, so that it may have taken effect.
  package var mayHaveTakenEffect: Bool

  package init(code: Code, message: String, place: String, mayHaveTakenEffect: Bool = false) {
    self.code = code
    self.message = message
    self.place = place
    self.mayHaveTakenEffect = mayHaveTakenEffect
  }
}
