import Synchronization

/// An HTTP/1.1 client on libcurl.
///
/// It keeps connections open for further requests, follows no redirects, uses no proxies, cookies or credentials but
/// those of the request, and connects only to addresses that its policy allows. A request is never repeated by the
/// client, unless its method has no effect (RFC 9110 §9.2.1).
package final class HTTPClient: Sendable {
  private let addresses: AddressPolicy
  private let tls: TLSSettings
  private let resolver: HostResolver
  private let loop = Mutex(HTTPClient.newLoop())

  /// - Parameters:
  ///   - addresses: the addresses that connections may be made to.
  ///   - tls: the trusted certificates, and the client's own certificate.
  ///   - resolver: looks up the hosts of URLs.
  package init(addresses: AddressPolicy, tls: TLSSettings = .default, resolver: HostResolver = HostResolver()) {
    self.addresses = addresses
    self.tls = tls
    self.resolver = resolver
  }

  /// Sends a request and waits for the answer; an answer with an error status is an answer. Ends early if the task is
  /// cancelled.
  package func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    let start = ContinuousClock.now
    let endpoint = try Endpoint(url: request.url, ports: ["http": 80, "https": 443])
    let headers = try HTTPHeaders.lines(request, place: endpoint.place)
    let host = try await resolver.resolve(endpoint, policy: addresses)
    let exchange = HTTPExchange(
      request, headers: headers, tls: tls, remaining: request.timeout - (.now - start), endpoint: endpoint)
    let transfer = exchange.transfer(to: host, policy: addresses)
    // Keeps the loop until the transfer has ended, also if the client is closed meanwhile.
    let loop = loop.withLock { $0 }
    let outcome = await loop.run(transfer)
    let wasSent = outcome.requestBytes > 0 && outcome.uploaded >= exchange.bodyLength
    if !exchange.isCut, let error = outcome.error(place: endpoint.place, wasSent: wasSent) { throw error }
    return HTTPResponse(
      status: outcome.status, headers: exchange.headers, body: exchange.body, address: outcome.address)
  }

  /// Closes the connections that are not in use; the others are closed after their requests. The client can be used
  /// again.
  package func close() { loop.withLock { $0 = Self.newLoop() } }

  private static func newLoop() -> CurlLoop { CurlLoop(name: "http client") }
}
