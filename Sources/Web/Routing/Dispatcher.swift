import Diagnostics
import HummingbirdCore
import Logging

/// Finds the route of each request, checks access, parameters and body against it, and calls its handler.
struct Dispatcher: Sendable {
  let table: RouteTable
  let log: Logger

  func respond(to head: RequestHead, body: HummingbirdCore.RequestBody) async -> WebResponse {
    let start = ContinuousClock.now
    var answered = AnsweredRequest(method: head.method, route: nil, status: 500, duration: .zero)
    var response: WebResponse
    do {
      response = try await dispatch(head, body, &answered)
    } catch {
      response = answer(to: error, head, route: answered.route)
    }
    if head.method == "HEAD" { response.omitBody() }
    response["X-Request-Id"] = head.id
    answered.status = response.status
    answered.duration = .now - start
    table.observer?(answered)
    return response
  }

  private func dispatch(
    _ head: RequestHead, _ source: HummingbirdCore.RequestBody, _ answered: inout AnsweredRequest
  ) async throws -> WebResponse {
    let body = WebBody(source, head)
    var response: WebResponse
    do {
      let (route, values) = try find(head)
      answered.route = route.path.description
      response = try await run(route, values, head, body)
      response.apply(route.security)
    } catch let refusal as Refusal {
      response = refusal.response
      response.apply(.strict)
    } catch {
      response = answer(to: error, head, route: answered.route)
      response.apply(.strict)
    }
    // Otherwise the server would read the rest of the body, however long it is.
    if !body.isFullyRead { response["Connection"] = "close" }
    return response
  }

  private func find(_ head: RequestHead) throws -> (Route, [String: String]) {
    guard head.target.utf8.count <= RequestHead.targetLimit else {
      throw Problem(.addressTooLong, "the address has more than \(RequestHead.targetLimit) bytes")
    }
    guard let segments = head.segments, head.queryItems != nil else {
      throw Problem(.malformedRequest, "the address is not valid: percent-encode it as UTF-8")
    }
    switch table.match(head.method, segments) {
    case .route(let route, let values): return (route, values)
    case .none:
      throw Problem(.notFound, "there is nothing at \(Quotation.of(head.path))")
    case .otherMethods(let methods):
      let list = methods.joined(separator: ", ")
      throw Problem(
        .methodNotAllowed, "\(head.method) is not possible here; use \(list)", headers: ["Allow": list])
    }
  }

  private func run(
    _ route: Route, _ values: [String: String], _ head: RequestHead, _ body: WebBody
  ) async throws -> WebResponse {
    let principal = try await authorize(route.access, head)
    let request = WebRequest(head: head, body: body, route: route, principal: principal, pathValues: values)
    try request.checkParameters()
    try body.check(against: route.body)
    return try await route.handler(request)
  }

  /// - Throws: `Refusal`, `Problem`.
  private func authorize(_ access: Access, _ head: RequestHead) async throws -> Principal? {
    guard case .requires(let kind, let permissions) = access else { return nil }
    guard let authenticator = table.authenticators[kind] else {
      throw Problem(.unavailable, "this server does not accept credentials of the kind \(kind.rawValue)")
    }
    guard let principal = try await authenticator.principal(of: head) else {
      throw Refusal(response: authenticator.challenge(head))
    }
    guard !principal.permissions.isDisjoint(with: permissions) else {
      let list = permissions.map(\.rawValue).sorted().joined(separator: " or ")
      throw Problem(.forbidden, "this needs the permission \(list), which the credentials do not have")
    }
    return principal
  }

  private func answer(to error: any Error, _ head: RequestHead, route: String?) -> WebResponse {
    if let problem = error as? Problem ?? table.problem(error) {
      if problem.type.status >= 500 {
        let reason = error is Problem ? problem.description : "\(error)"
        log.error("request failed", metadata: metadata(head, route, reason))
      }
      return problem.response
    }
    log.error("request failed", metadata: metadata(head, route, "\(error)"))
    return Problem(
      .internalError, "the server failed; its log has the reason under the request id \(head.id)"
    ).response
  }

  /// Metadata of a log entry, with the path of the route instead of the request's, which may contain the token of a
  /// share link.
  private func metadata(_ head: RequestHead, _ route: String?, _ error: String) -> Logger.Metadata {
    [
      "request_id": "\(head.id)", "method": "\(head.method)", "route": "\(route ?? "none")",
      "error": "\(error.escapingControlCharacters)",
    ]
  }
}

/// An answer of an authenticator to a request without credentials.
private struct Refusal: Error {
  var response: WebResponse
}
