import JSON

/// An error that is answered as a problem document (RFC 9457).
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  package var type: ProblemType
  /// The error in this request, its place and a remedy, for people.
  package var detail: String
  /// The parameter, or the JSON path in the body, to which the problem applies.
  package var field: String?
  /// Further members of the document.
  package var members: [JSONObject.Member] = []
  /// Further header fields of the answer, such as `Retry-After`.
  package var headers: [String: String] = [:]

  package init(
    _ type: ProblemType, _ detail: String, field: String? = nil, members: [JSONObject.Member] = [],
    headers: [String: String] = [:]
  ) {
    self.type = type
    self.detail = detail
    self.field = field
    self.members = members
    self.headers = headers
  }

  package var description: String { field.map { "\(type.code): \($0): \(detail)" } ?? "\(type.code): \(detail)" }

  /// The problem document.
  package var json: JSONValue {
    var document: [JSONObject.Member] = [
      .init(name: "type", value: .string("urn:problem:\(type.code)")),
      .init(name: "title", value: .string(type.title)),
      .init(name: "status", value: .number(String(type.status))),
      .init(name: "code", value: .string(type.code)),
      .init(name: "detail", value: .string(detail)),
    ]
    if let field { document.append(.init(name: "field", value: .string(field))) }
    return .object(JSONObject(document + members))
  }

  /// The answer with the problem document.
  package var response: WebResponse {
    var response = WebResponse.json(json, status: type.status, mediaType: "application/problem+json")
    response["Cache-Control"] = "no-store"
    for (name, value) in headers { response[name] = value }
    return response
  }
}
