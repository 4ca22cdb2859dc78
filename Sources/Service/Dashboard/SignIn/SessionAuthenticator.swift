import Encodings
import Web

/// Proves people by the session in their cookie.
package struct SessionAuthenticator: Authenticator {
  let sessions: SessionStore
  let cookie: SessionCookie
  let proxy: ProxyIdentity?

  package func principal(of request: RequestHead) async throws -> Principal? {
    guard let key = cookie.key(in: request), let principal = try await sessions.find(key) else { return nil }
    guard principal.id.hasPrefix("proxy:") else { return principal }
    // The proxy decides with each request who it is, and what they may do.
    guard let stated = proxy?.principal(peer: request.peer, header: request.header), stated.id == principal.id else {
      return nil
    }
    return stated
  }

  package func challenge(_ request: RequestHead) -> WebResponse {
    let target = request.method == "GET" ? request.target : "/"
    return .redirect(to: target == "/" ? "/sign-in" : "/sign-in?to=\(PercentEncoding.encode(target))")
  }
}
