import Networking

/// Sends requests to an authority over HTTP. A request that is not answered is repeated after each pause.
package struct AuthorityClient: Sendable {
  private let client: HTTPClient
  private let pauses: [Duration]
  private let sleep: @Sendable (Duration) async throws -> Void

  /// The waiting times before a request is repeated.
  package static let usualPauses: [Duration] = [.seconds(1), .seconds(4)]

  /// - Parameter pauses: the waiting times before a request that was not answered is repeated.
  package init(
    _ client: HTTPClient, pauses: [Duration] = usualPauses,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.client = client
    self.pauses = pauses
    self.sleep = sleep
  }

  /// The body of the answer to a request.
  /// - Parameters:
  ///   - authority: a description for messages, such as `timestamp authority`.
  ///   - code: the code of errors other than `.unreachable`.
  /// - Throws: `SigningError`; `CancellationError`.
  func answer(to query: HTTPRequest, of authority: String, code: SigningError.Code) async throws -> [UInt8] {
    for pause in pauses {
      do {
        return try await attempt(query, of: authority, code: code)
      } catch let error as SigningError where error.code == .unreachable {
        try await sleep(pause)
      }
    }
    return try await attempt(query, of: authority, code: code)
  }

  private func attempt(_ query: HTTPRequest, of authority: String, code: SigningError.Code) async throws -> [UInt8] {
    let response: HTTPResponse
    do throws(NetworkError) {
      response = try await client.send(query)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      let isTemporary = [.hostUnknown, .connectFailed, .connectionLost, .timedOut].contains(error.code)
      throw SigningError(
        code: isTemporary ? .unreachable : code,
        message: "The \(authority) \(error.place) cannot be used: \(error.message).")
    }
    guard response.status == 200 else {
      throw SigningError(
        code: response.status >= 500 || response.status == 429 ? .unreachable : code,
        message: "The \(authority) at \(response.address) answered with the status \(response.status).")
    }
    return response.body
  }
}
