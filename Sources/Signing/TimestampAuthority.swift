import Networking
import OperatingSystem

/// An authority that issues timestamps over HTTP (RFC 3161, 3.4).
package struct TimestampAuthority: Sendable {
  private let url: String
  private let policy: String?
  let trusted: [UInt8]?
  private let client: HTTPClient
  private let pauses: [Duration]
  private let sleep: @Sendable (Duration) async throws -> Void

  /// The most bytes of a token. With certificates, tokens have 4 to 8 KB.
  static let tokenLimit = 16_384
  /// The waiting times before a request is repeated.
  package static let usualPauses: [Duration] = [.seconds(1), .seconds(4)]

  /// - Parameters:
  ///   - policy: the object identifier of the policy that timestamps must follow; nil for the authority's default.
  ///   - trusted: certificates that issue the authority's certificate, in PEM; nil for those of the system.
  ///   - pauses: the waiting times before a request that was not answered is repeated.
  package init(
    url: String, policy: String? = nil, trusted: [UInt8]? = nil, client: HTTPClient,
    pauses: [Duration] = usualPauses,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.url = url
    self.policy = policy
    self.trusted = trusted
    self.client = client
    self.pauses = pauses
    self.sleep = sleep
  }

  /// A timestamp token of the digest, which was checked. A request that is not answered is repeated after each pause.
  /// - Throws: `SigningError` `.timestamp` or `.unreachable`; `CancellationError`.
  package func token(of digest: SHA256Digest) async throws -> [UInt8] {
    let request = try TimestampRequest(of: digest, policy: policy)
    let query = HTTPRequest(
      method: "POST", url: url, headers: [("Content-Type", "application/timestamp-query")],
      body: .bytes(request.encoded), timeout: .seconds(30), responseLimit: 2 * Self.tokenLimit)
    let token = try request.token(from: try await answer(to: query), trusted: trusted)
    guard token.count <= Self.tokenLimit else {
      throw SigningError(
        code: .timestamp, message: "The timestamp has \(token.count) bytes; at most \(Self.tokenLimit) are accepted.")
    }
    return token
  }

  /// A timestamp token of these data.
  /// - Throws: as `token(of:)`.
  package func token(ofData data: [UInt8]) async throws -> [UInt8] { try await token(of: SHA256.hash(data: data)) }

  private func answer(to query: HTTPRequest) async throws -> [UInt8] {
    for pause in pauses {
      do {
        return try await attempt(query)
      } catch let error as SigningError where error.code == .unreachable {
        try await sleep(pause)
      }
    }
    return try await attempt(query)
  }

  private func attempt(_ query: HTTPRequest) async throws -> [UInt8] {
    let response: HTTPResponse
    do throws(NetworkError) {
      response = try await client.send(query)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      let isTemporary = [.hostUnknown, .connectFailed, .connectionLost, .timedOut].contains(error.code)
      throw SigningError(
        code: isTemporary ? .unreachable : .timestamp,
        message: "The timestamp authority \(error.place) cannot be used: \(error.message).")
    }
    guard response.status == 200 else {
      throw SigningError(
        code: response.status >= 500 || response.status == 429 ? .unreachable : .timestamp,
        message: "The timestamp authority at \(response.address) answered with the status \(response.status).")
    }
    return response.body
  }
}
