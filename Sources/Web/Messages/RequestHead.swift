import Encodings
import HTTPTypes
import NIOCore

/// A request without its body.
package struct RequestHead: Sendable {
  /// The connection on which a request arrived.
  struct Connection: Sendable {
    var channel: (any Channel)?
    var status = ConnectionStatus()
    var draining = Latch()
    /// It is nil in some tests.
    var bodies: BodyMemory?
  }

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  /// Bytes of an address.
  static let targetLimit = 8 << 10

  /// Such as `GET`.
  package let method: String
  /// The path and the query, as sent.
  package let target: String
  /// The address of the other end of the connection: of the client, or of the proxy before this server; nil if unknown.
  package let peer: String?
  /// The address of the client, also behind a proxy that the server trusts; nil if unknown.
  package let client: String?
  /// A random name of this request, for logs.
  package let id: String
  private let fields: HTTPFields
  /// The field `Host`, which the HTTP library keeps apart from the others.
  private let authority: String?
  /// The decoded segments of the path; nil if it is not valid.
  package let segments: [String]?
  /// The decoded query; nil if it is not valid.
  let queryItems: [QueryItem]?
  let connection: Connection

  init(
    _ head: HTTPRequest, peer: String?, proxies: TrustedProxies = TrustedProxies(),
    connection: Connection = Connection()
  ) {
    method = head.method.rawValue
    target = head.path ?? ""
    self.peer = peer
    client = proxies.client(peer: peer, forwardedFor: Self.forwardedFor.flatMap { head.headerFields[$0] })
    self.connection = connection
    fields = head.headerFields
    authority = head.authority
    id = String(UInt64.random(in: .min ... .max), radix: 36)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    segments = Self.segments(parts.first ?? "")
    queryItems = parts.count == 2 ? QueryItem.items(of: parts[1], limit: 1000) : []
  }

  /// The path without the query, as it was sent.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The value of a header field, several fields of this name joined by commas; nil if absent.
  package func header(_ name: String) -> String? {
    if name.utf8.count == 4, name.lowercased() == "host" { return authority }
    return HTTPField.Name(name).flatMap { fields[$0] }
  }

  /// The values of all header fields of a name except `Host`.
  func values(of name: String) -> [String] { HTTPField.Name(name).map { fields[values: $0] } ?? [] }

  /// The value of a cookie; nil if absent.
  package func cookie(_ name: String) -> String? {
    guard let cookies = header("Cookie") else { return nil }
    for cookie in cookies.split(separator: ";") {
      let pair = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, pair[0].drop(while: { $0 == " " }) == name { return String(pair[1]) }
    }
    return nil
  }

  private static func segments(_ path: Substring) -> [String]? {
    guard path.hasPrefix("/") else { return nil }
    var segments: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = PercentEncoding.decode(part), !text.utf8.contains(0) else { return nil }
      segments.append(text)
    }
    return segments
  }
}

/// A name and a value of a query or of an HTML form.
package struct QueryItem: Hashable, Sendable {
  package var name: String
  package var value: String
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
