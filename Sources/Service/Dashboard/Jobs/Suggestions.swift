import JSON
import JobQueue
import Web

extension Dashboard {
  /// The fields whose values are suggested while a person types.
  enum SuggestedField: String, CaseIterable, Sendable {
    case kind, tenant, queue, batch, destination, error
  }

  var suggestionsRoute: Route {
    let field = Parameter<SuggestedField>.requiredQuery("field", .oneOf(SuggestedField.allCases), "The field.")
    let text = Parameter<String>.query("text", .text(200, atLeast: 0), default: "", "What was typed.")
    return Route(
      .get, "/jobs/suggestions", access: Role.viewer.access, summary: "Suggest values of a field.",
      parameters: [field.declaration, text.declaration]
    ) { request in
      let principal = try request.authenticated()
      let rows = try await queue.query(
        Statements.suggestions,
        [
          .text(try request[field].rawValue), .text(try request[text]),
          principal.tenants.names.map { .texts($0) } ?? .null,
        ])
      return .json(.array(try rows.map { .string(try $0.decode(0)) }))
    }
  }
}
