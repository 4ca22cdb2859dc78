/// A request whose access, parameters and kind of body have been checked against its route.
package struct WebRequest: Sendable {
  package let head: RequestHead
  package let body: WebBody
  /// The principal of the request; nil for an open route.
  package let principal: Principal?
  private let route: Route
  private let pathValues: [String: String]

  init(head: RequestHead, body: WebBody, route: Route, principal: Principal?, pathValues: [String: String]) {
    self.head = head
    self.body = body
    self.route = route
    self.principal = principal
    self.pathValues = pathValues
  }

  /// The value of a parameter.
  /// - Throws: `Problem` if the value is invalid, which cannot happen if the route declares the parameter.
  package subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws { try parameter.read(values(of: parameter.declaration)) }
  }

  package func header(_ name: String) -> String? { head.header(name) }

  /// The principal of a route that requires permissions.
  /// - Throws: `Problem` on an open route.
  package func authenticated() throws(Problem) -> Principal {
    guard let principal else { throw Problem(.unauthenticated, "credentials are required") }
    return principal
  }

  /// The query items, in order.
  package var query: [QueryItem] { head.queryItems ?? [] }

  // MARK: Interruption

  /// Whether the server was asked to stop: long answers must end soon.
  package var isDraining: Bool { head.connection.draining.isSet }

  /// Whether the client has closed the connection, or the server stops.
  package var isInterrupted: Bool { isDraining || head.connection.status.closed.isSet }

  /// Calls `body` until it returns or the request is interrupted, which cancels its task.
  /// - Returns: nil if interrupted.
  package func untilInterrupted<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await until([head.connection.status.closed, head.connection.draining], body)
  }

  /// Calls `body`, and cancels its task if the client closes the connection. If the server stops, `body` is finished.
  /// - Returns: nil if the client has closed the connection.
  package func untilDisconnected<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await until([head.connection.status.closed], body)
  }

  /// Calls `body`, and cancels its task if one of the latches is set before it returns.
  private func until<Value: Sendable>(
    _ latches: [Latch], _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      for latch in latches {
        group.addTask {
          await latch.wait()
          return nil
        }
      }
      defer { group.cancelAll() }
      do {
        return try await group.next() ?? nil
      } catch is CancellationError where latches.contains(where: \.isSet) {
        return nil
      }
    }
  }

  // MARK: Checks

  /// - Throws: `Problem` if a parameter is unknown, missing or invalid.
  func checkParameters() throws {
    for parameter in route.parameters { try parameter.check(values(of: parameter)) }
    guard route.documentation != .none || !route.parameters.isEmpty else { return }
    let known = route.parameters.filter { $0.location == .query }.map(\.name)
    if let unknown = query.first(where: { !known.contains($0.name) }) {
      let advice = known.isEmpty ? "this address takes none" : "known are \(known.sorted().joined(separator: ", "))"
      throw Problem(.invalidParameter, "unknown query parameter; \(advice)", field: unknown.name)
    }
  }

  private func values(of parameter: ParameterDeclaration) -> [String] {
    switch parameter.location {
    case .path: pathValues[parameter.name].map { [$0] } ?? []
    case .query: query.filter { $0.name == parameter.name }.map(\.value)
    case .header: head.values(of: parameter.name)
    }
  }
}
