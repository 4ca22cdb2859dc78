import Web

/// The cookie with the key of a session.
struct SessionCookie: Hashable, Sendable {
  /// Whether browsers send it by HTTPS only.
  let isSecure: Bool

  /// The name of the cookie. With the prefix, browsers accept the cookie only from this host by HTTPS (RFC 6265bis
  /// §4.1.3.2), so that another host of the domain cannot set it.
  var name: String { isSecure ? "__Host-pressrun_session" : "pressrun_session" }

  /// The key that a request states; nil if there is none.
  func key(in request: RequestHead) -> String? { request.cookie(name) }

  /// The field `Set-Cookie` that stores a key.
  func storing(_ key: String) -> String { "\(name)=\(key)\(attributes)" }

  /// The field `Set-Cookie` that removes the key.
  var removing: String { "\(name)=; Max-Age=0\(attributes)" }

  private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")" }
}
