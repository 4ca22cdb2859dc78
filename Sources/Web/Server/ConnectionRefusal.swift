import Diagnostics
import HTTPTypes
import NIOHTTP1

/// The answer to a request that does not reach the handlers. It closes the connection.
struct ConnectionRefusal {
  let head: HTTPResponse
  let body: [UInt8]

  private init(_ status: HTTPResponse.Status, _ problem: Problem) {
    body = Array(problem.json.text.utf8)
    head = HTTPResponse(
      status: status,
      headerFields: [
        .contentType: "application/problem+json", .contentLength: String(body.count), .connection: "close",
        .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
      ])
  }

  static func tooManyConnections(_ limit: Int) -> ConnectionRefusal {
    ConnectionRefusal(
      .tooManyRequests,
      Problem(.tooManyRequests, "your address has more than \(counted(limit, "connection")); close or reuse some"))
  }

  static let late = ConnectionRefusal(
    .requestTimeout,
    Problem(.requestTimeout, "the request did not arrive within the time allowed; send it faster or in parts"))

  /// The answer to a request that cannot be read; nil for errors that are not about the request.
  init?(of error: any Error, _ limits: ServerLimits) {
    switch error {
    case is MessageRules.HostError:
      self.init(.badRequest, Problem(.malformedRequest, "the request must have one field \"Host\""))
    case HTTPParserError.headerOverflow:
      let message = "the header has more than \(limits.headerBytes) bytes or \(limits.headerFields) fields"
      self.init(.requestHeaderFieldsTooLarge, Problem(.headerTooLarge, message))
    case is HTTPParserError: self.init(.badRequest, Problem(.malformedRequest, "the request is not valid HTTP/1.1"))
    default: return nil
    }
  }
}

extension HTTPRequest {
  /// Whether one of the options of `Connection`, a list (RFC 9110 §7.6.1), is `close`.
  var asksToClose: Bool {
    headerFields[values: .connection].contains { field in
      field.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains("close")
    }
  }
}
