import JSON

/// All routes of a server.
package struct RouteTable: Sendable {
  /// The routes in the order in which they were added.
  package private(set) var routes: [Route] = []
  package var authenticators: [CredentialKind: any Authenticator]
  /// Converts errors of handlers into problems; nil for an internal error.
  package var problem: @Sendable (any Error) -> Problem?
  /// Called after each answer.
  package var observer: (@Sendable (AnsweredRequest) -> Void)?
  private var root = Node()

  private final class Node: Sendable {
    let literals: [String: Node]
    let parameter: Node?
    let routes: [Route.Method: Int]

    init(literals: [String: Node] = [:], parameter: Node? = nil, routes: [Route.Method: Int] = [:]) {
      self.literals = literals
      self.parameter = parameter
      self.routes = routes
    }

    /// A copy with one more route.
    func adding(_ route: Int, _ method: Route.Method, at path: ArraySlice<PathTemplate.Segment>) -> Node? {
      guard let first = path.first else {
        guard routes[method] == nil else { return nil }
        return Node(literals: literals, parameter: parameter, routes: routes.merging([method: route]) { old, _ in old })
      }
      switch first {
      case .literal(let name):
        guard let child = (literals[name] ?? Node()).adding(route, method, at: path.dropFirst()) else { return nil }
        return Node(literals: literals.merging([name: child]) { _, new in new }, parameter: parameter, routes: routes)
      case .parameter:
        guard let child = (parameter ?? Node()).adding(route, method, at: path.dropFirst()) else { return nil }
        return Node(literals: literals, parameter: child, routes: routes)
      }
    }

    /// The node of a path, with the values of its parameters. Literals take precedence.
    func find(_ path: ArraySlice<String>, _ values: [String] = []) -> (node: Node, values: [String])? {
      guard let first = path.first else { return routes.isEmpty ? nil : (self, values) }
      if let child = literals[first], let found = child.find(path.dropFirst(), values) { return found }
      guard let parameter, !first.isEmpty else { return nil }
      return parameter.find(path.dropFirst(), values + [first])
    }
  }

  package init(
    authenticators: [CredentialKind: any Authenticator] = [:],
    problem: @escaping @Sendable (any Error) -> Problem? = { _ in nil }
  ) {
    self.authenticators = authenticators
    self.problem = problem
  }

  /// Adds a group of routes.
  ///
  /// Faults of a route (an address that is taken, a parameter that is not declared, an operation's name that is used
  /// twice) end the program: they are errors of the program and show at its start.
  package mutating func add(_ group: [Route]) {
    for route in group {
      let title = "\(route.method.rawValue) \(route.path)"
      let declared = Set(route.parameters.filter { $0.location == .path }.map(\.name))
      precondition(declared == Set(route.path.parameterNames), "\(title): the path's parameters are not those declared")
      if case .api(_, let id) = route.documentation {
        precondition(!operationIDs.contains(id), "\(title): the operation \(id) exists")
      }
      guard let root = root.adding(routes.count, route.method, at: route.path.segments[...]) else {
        preconditionFailure("\(title): the route exists")
      }
      self.root = root
      routes.append(route)
    }
  }

  private var operationIDs: [String] {
    routes.compactMap { if case .api(_, let id) = $0.documentation { id } else { nil } }
  }

  /// The result of looking up an address.
  enum Match {
    case route(Route, pathValues: [String: String])
    /// The address exists with other methods.
    case otherMethods([String])
    case none
  }

  /// - Parameter segments: decoded segments of the path.
  func match(_ method: String, _ segments: [String]) -> Match {
    guard let (node, values) = root.find(segments[...]) else { return .none }
    let known = Route.Method(rawValue: method == "HEAD" ? "GET" : method)
    guard let known, let index = node.routes[known] else {
      let methods = Set(node.routes.keys.map(\.rawValue))
      return .otherMethods((methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted())
    }
    let route = routes[index]
    return .route(route, pathValues: Dictionary(zip(route.path.parameterNames, values)) { first, _ in first })
  }
}

/// A request that was answered, for logs and metrics.
package struct AnsweredRequest: Sendable {
  package var method: String
  /// The template of the route, such as `/v1/jobs/{id}`; nil if there is none for the address.
  package var route: String?
  package var status: Int
  /// The time from the header of the request to the header of the answer.
  package var duration: Duration
}
