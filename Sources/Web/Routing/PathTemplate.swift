/// The path of a route, such as `/v1/jobs/{id}`: literal segments, and parameters that match one segment each.
package struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package enum Segment: Hashable, Sendable {
    case literal(String)
    case parameter(String)
  }
  package let segments: [Segment]
  package let description: String

  package init(_ text: String) {
    precondition(text.hasPrefix("/"), "a path begins with /")
    description = text
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      $0.hasPrefix("{") && $0.hasSuffix("}") ? .parameter(String($0.dropFirst().dropLast())) : .literal(String($0))
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// The names of the parameters, in order.
  package var parameterNames: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
}
