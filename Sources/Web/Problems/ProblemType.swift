/// A kind of problem with a stable code, which programs compare (RFC 9457).
///
/// Each module of routes adds its own as static members.
package struct ProblemType: Hashable, Sendable {
  /// Lower-case letters and underscores, such as `unknown_job`.
  package let code: String
  /// The HTTP status of the answer.
  package let status: Int
  /// A short text that is the same for all problems of this type.
  package let title: String

  package init(_ code: String, status: Int, _ title: String) {
    self.code = code
    self.status = status
    self.title = title
  }
}

/// Problems that every route can have.
extension ProblemType {
  package static let malformedRequest = ProblemType("malformed_request", status: 400, "The request is malformed")
  package static let invalidParameter = ProblemType("invalid_parameter", status: 400, "A parameter is invalid")
  package static let invalidBody = ProblemType("invalid_body", status: 400, "The body is invalid")
  package static let unauthenticated = ProblemType("unauthenticated", status: 401, "Credentials are required")
  package static let forbidden = ProblemType("forbidden", status: 403, "The credentials do not permit this")
  package static let notFound = ProblemType("not_found", status: 404, "There is nothing at this address")
  package static let methodNotAllowed = ProblemType(
    "method_not_allowed", status: 405, "The address does not support this method")
  package static let requestTimeout = ProblemType("request_timeout", status: 408, "The request took too long to arrive")
  package static let bodyTooLarge = ProblemType("body_too_large", status: 413, "The body is too large")
  package static let addressTooLong = ProblemType("address_too_long", status: 414, "The address is too long")
  package static let unsupportedMediaType = ProblemType(
    "unsupported_media_type", status: 415, "The body has a media type that is not supported")
  package static let rangeNotSatisfiable = ProblemType(
    "range_not_satisfiable", status: 416, "The range is outside the content")
  package static let tooManyRequests = ProblemType("too_many_requests", status: 429, "There are too many requests")
  package static let headerTooLarge = ProblemType("header_too_large", status: 431, "The header is too large")
  package static let internalError = ProblemType("internal_error", status: 500, "The server failed")
  package static let unavailable = ProblemType("unavailable", status: 503, "The service is not available now")
}
