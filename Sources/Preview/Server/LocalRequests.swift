import Web

/// Admits requests of the preview's own page.
///
/// The first segment of the path is a random key, which the address has that `pressrun preview` prints. Other users of
/// the machine do not know it. A page of another site could otherwise read the preview through the reader's browser: by
/// a name of its own that resolves to 127.0.0.1 (DNS rebinding), or by requests across origins.
struct LocalRequests: Authenticator {
  static let kind = CredentialKind(rawValue: "local")
  static let access = Access.requires(kind, anyOf: ["preview"])

  let key: String

  /// 128 random bits in hexadecimal digits.
  static func randomKey() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  func principal(of request: RequestHead) async throws -> Principal? {
    guard let stated = request.segments?.first, ConstantTime.isEqual(stated, key) else { return nil }
    guard let host = request.header("Host"), Self.isLocal(host) else { return nil }
    if let origin = request.header("Origin"), origin.lowercased() != "http://" + host.lowercased() { return nil }
    // Browsers state who makes a request (Fetch Metadata); other programs do not.
    if let site = request.header("Sec-Fetch-Site"), site != "same-origin", site != "none" { return nil }
    return Principal(id: "local", name: "local", tenants: .only([]), permissions: ["preview"])
  }

  func challenge(_ request: RequestHead) -> WebResponse {
    Problem(.forbidden, "the preview answers only its own page; open the address that pressrun preview printed")
      .response
  }

  /// Whether a `Host` field names this machine by an address or a name that no other machine can have.
  static func isLocal(_ host: String) -> Bool {
    let name = host.replacing(/:[0-9]{1,5}$/, with: "").lowercased()
    return ["127.0.0.1", "localhost", "[::1]"].contains(name)
  }
}
