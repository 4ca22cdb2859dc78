import Networking
import OperatingSystem

/// An authority that issues timestamps over HTTP (RFC 3161, 3.4).
package struct TimestampAuthority: Sendable {
  private let url: String
  private let policy: String?
  let trusted: [UInt8]?
  private let client: AuthorityClient

  /// The most bytes of a token. With certificates, tokens have 4 to 8 KB.
  static let tokenLimit = 16_384

  /// - Parameters:
  ///   - policy: the object identifier of the policy that timestamps must follow; nil for the authority's default.
  ///   - trusted: certificates that issue the authority's certificate, in PEM; nil for the certificates of the system.
  package init(url: String, policy: String? = nil, trusted: [UInt8]? = nil, client: AuthorityClient) {
    self.url = url
    self.policy = policy
    self.trusted = trusted
    self.client = client
  }

  /// A timestamp token of the digest, which was checked. A request that is not answered is repeated after each pause.
  /// - Throws: `SigningError` `.timestamp` or `.unreachable`; `CancellationError`.
  package func token(of digest: SHA256Digest) async throws -> [UInt8] {
    let request = try TimestampRequest(of: digest, policy: policy)
    let query = HTTPRequest(
      method: "POST", url: url, headers: [("Content-Type", "application/timestamp-query")],
      body: .bytes(request.encoded), timeout: .seconds(30), responseLimit: 2 * Self.tokenLimit)
    let answer = try await client.answer(to: query, of: "timestamp authority", code: .timestamp)
    let token = try request.token(from: answer, trusted: trusted)
    guard token.count <= Self.tokenLimit else {
      throw SigningError(
        code: .timestamp, message: "The timestamp has \(token.count) bytes; at most \(Self.tokenLimit) are accepted.")
    }
    return token
  }

  /// A timestamp token of these data.
  /// - Throws: as `token(of:)`.
  package func token(ofData data: [UInt8]) async throws -> [UInt8] { try await token(of: SHA256.hash(data: data)) }
}
