/// The headers of requests.
package enum HTTPHeaders {
  /// Headers that the client sets itself.
  private static let reserved: Set<String> = ["host", "content-length", "transfer-encoding", "connection", "expect"]

  /// Why a request cannot have this header; nil if it can.
  package static func problem(name: String, value: String) -> String? {
    if !isToken(name) { return "the name of a header is not a token" }
    if reserved.contains(name.lowercased()) { return "the client sets \(name) itself" }
    guard value.utf8.count <= 16 << 10, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 9 }) else {
      return "the value of \(name) contains control characters or exceeds 16 KiB"
    }
    return nil
  }

  /// The header lines of a request for libcurl.
  /// - Throws: `NetworkError` `.invalidRequest` for a name or value that would change the structure of the request.
  static func lines(_ request: HTTPRequest, place: String) throws(NetworkError) -> [String] {
    guard isToken(request.method) else { throw refusal("the method is not a token", place) }
    var headers = request.headers
    if case .bearer(let token) = request.credentials { headers.append(("Authorization", "Bearer \(token)")) }
    var lines: [String] = []
    var names: Set<String> = []
    for (name, value) in headers {
      if let problem = Self.problem(name: name, value: value) { throw refusal(problem, place) }
      // libcurl's form of a header without value.
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
      names.insert(name.lowercased())
    }
    // No header instead of libcurl's defaults.
    lines.append("Expect:")
    if !names.contains("content-type") { lines.append("Content-Type:") }
    if !names.contains("user-agent") { lines.append("User-Agent: pressrun") }
    return lines
  }

  /// RFC 9110 §5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 256
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private static func refusal(_ message: String, _ place: String) -> NetworkError {
    NetworkError(code: .invalidRequest, message: message, place: place)
  }
}
