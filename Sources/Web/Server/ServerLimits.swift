/// Limits on the resources that one client can occupy.
package struct ServerLimits: Sendable {
  /// Bytes of the request line's target and of all header fields together.
  package var headerBytes = 32 << 10
  /// Header fields of one request.
  package var headerFields = 100
  /// Open connections. Further ones wait in the system's queue until one is closed.
  package var connections = 1000
  /// Bytes of the bodies of all requests that are being answered; further ones are answered 503.
  package var bodyBytes = 512 << 20
  /// Open connections of one client address; nil for no limit. Further ones are answered 429 and closed. Proxies
  /// connect for many clients.
  package var connectionsPerClient: Int? = 250
  /// How long a request, header and body, may take to arrive. A body extends it by a second for each `bytesPerSecond`.
  package var requestTime: Duration = .seconds(30)
  /// The rate at which a body must arrive.
  package var bytesPerSecond = 16 << 10
  /// How long a connection may be without a request.
  package var idleTime: Duration = .seconds(60)
  /// How long a client may refuse to read the answer.
  package var stalledTime: Duration = .seconds(30)
  /// How long running requests may take after the server was asked to stop.
  package var stopTime: Duration = .seconds(20)

  package init() {}
}
