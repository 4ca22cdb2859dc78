/// A method and an address, with all of their properties: the permission, the parameters, the responses, and the code
/// that responds.
///
/// Requests are dispatched, authorised and validated by it, and the OpenAPI document is written from it.
package struct Route: Sendable {
  package enum Method: String, Hashable, Sendable, CaseIterable {
    /// The method `GET`, whose routes also answer `HEAD`.
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// Whether a route is part of the documented API.
  package enum Documentation: Hashable, Sendable {
    /// Pages, links, probes.
    case none
    /// Listed in the OpenAPI document under this heading. `id` is the name of the operation, unique in the table.
    case api(tag: String, id: String)
  }

  /// A documented answer.
  package struct Response: Sendable {
    package var status: Int
    package var description: String
    package var mediaType: String?
    /// The schema of the content; nil for content that is not JSON.
    package var schema: JSONSchema?
    /// The content as JSON, which clients that ask for it get instead of `mediaType`.
    package var alternative: JSONSchema?
    /// The names of header fields, with descriptions.
    package var headers: [String: String]

    package init(
      _ status: Int, _ description: String, mediaType: String? = nil, schema: JSONSchema? = nil,
      alternative: JSONSchema? = nil, headers: [String: String] = [:]
    ) {
      self.status = status
      self.description = description
      self.mediaType = schema != nil && mediaType == nil ? "application/json" : mediaType
      self.schema = schema
      self.alternative = alternative
      self.headers = headers
    }
  }

  package typealias Handler = @Sendable (WebRequest) async throws -> WebResponse

  package var method: Method
  package var path: PathTemplate
  package var access: Access
  package var parameters: [ParameterDeclaration]
  package var body: BodyDescription
  package var answers: [Response]
  /// Problems of this route, besides those that every route can have.
  package var problems: [ProblemType]
  /// One sentence in the imperative mood.
  package var summary: String
  /// Further text about the route.
  package var description: String
  package var documentation: Documentation
  /// Header fields that limit what a browser does with the response.
  package var security: SecurityHeaders
  package var handler: Handler

  /// - Parameter path: such as `/v1/jobs/{id}`. Each parameter in braces must be declared in `parameters`.
  package init(
    _ method: Method, _ path: PathTemplate, access: Access, summary: String, description: String = "",
    documentation: Documentation = .none, parameters: [ParameterDeclaration] = [], body: BodyDescription = .none,
    answers: [Response] = [], problems: [ProblemType] = [], security: SecurityHeaders = .strict,
    handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.access = access
    self.summary = summary
    self.description = description
    self.documentation = documentation
    self.parameters = parameters
    self.body = body
    self.answers = answers
    self.problems = problems
    self.security = security
    self.handler = handler
  }
}
