import JSON
import Web

/// An error in a member of a request's JSON object.
struct RequestError: JSONReadingError {
  let problem: Problem
  init(_ failure: JSONReadingFailure) {
    problem = Problem(.invalidBody, failure.message, field: failure.path.description)
  }
}

typealias RequestObject = JSONObjectReader<RequestError>

extension WebRequest {
  /// The body as an object with these members only.
  func object(_ members: Set<String>) async throws -> RequestObject {
    let object = try RequestObject(try await body.json())
    try object.allow(members)
    return object
  }
}

extension RequestObject {
  /// - Throws: `Problem` if there is another member.
  func allow(_ members: Set<String>) throws(Problem) {
    guard let unknown = names(except: members).first else { return }
    throw Problem(
      .invalidBody, "unknown; known are \(members.sorted().joined(separator: ", "))",
      field: path(of: unknown).description)
  }
}
