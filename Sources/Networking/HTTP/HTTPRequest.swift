/// An HTTP request.
package struct HTTPRequest: Sendable {
  /// What is sent after the header, with its length in `Content-Length`.
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A part of a file. It is read while it is sent.
    case file(path: String, offset: Int, length: Int)
    /// Bytes followed by a file, which is read while it is sent.
    case bytesAndFile([UInt8], path: String, length: Int)
  }

  /// The method, such as `PUT`.
  package var method: String
  /// An absolute `http` or `https` URL without user information.
  package var url: String
  /// The header fields in order. The case of their names does not matter. The client itself sets `Host`,
  /// `Content-Length`, `Transfer-Encoding`, `Connection` and `Expect`.
  package var headers: [(name: String, value: String)]
  package var body: Body
  package var credentials: HTTPCredentials?
  /// The time limit of the whole exchange. A connection must be made within ten seconds of it.
  package var timeout: Duration
  /// Ends an exchange that was slower than `minimumSpeed`, in bytes per second and both directions, for this time;
  /// whole seconds. The time in which the server prepares its answer counts.
  package var stallLimit: Duration = .seconds(30)
  /// The speed to which `stallLimit` refers, in bytes per second.
  package var minimumSpeed = 100
  /// The length of the longest answer body that is kept, in bytes. A longer one ends the exchange with `NetworkError`
  /// `.tooLarge`.
  package var responseLimit: Int
  /// Whether a longer answer body is cut off, which closes the connection, instead of ending the exchange with an
  /// error.
  package var cutsLongAnswers = false
  /// Receives the body of an answer with a status of success (2xx) instead of `HTTPResponse.body`, without a limit.
  /// Called on the client's thread; returning false ends the exchange.
  package var receive: (@Sendable ([UInt8]) -> Bool)?

  package init(
    method: String, url: String, headers: [(name: String, value: String)] = [], body: Body = .none,
    credentials: HTTPCredentials? = nil, timeout: Duration = .seconds(60), responseLimit: Int = 1 << 20,
    receive: (@Sendable ([UInt8]) -> Bool)? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.credentials = credentials
    self.timeout = timeout
    self.responseLimit = responseLimit
    self.receive = receive
  }
}

/// Credentials of a request.
package enum HTTPCredentials: Sendable {
  case basic(user: String, password: String)
  case bearer(String)
}

/// An HTTP response. Redirects are not followed; a redirect is returned like any other response.
package struct HTTPResponse: Sendable {
  /// The status, such as 404. It is always a final one, since interim answers (1xx) are skipped.
  package var status: Int
  package var headers: [(name: String, value: String)]
  /// It is empty if `HTTPRequest.receive` has got it.
  package var body: [UInt8]
  /// The address that the request was sent to, such as `192.0.2.7:443`.
  package var address: String

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8], address: String) {
    self.status = status
    self.headers = headers
    self.body = body
    self.address = address
  }

  /// The first header with this name, compared without regard to case.
  package subscript(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
