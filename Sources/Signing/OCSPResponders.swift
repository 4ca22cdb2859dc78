import CCMS
import Networking

/// The responders that may be asked whether a certificate is revoked (OCSP, RFC 6960).
package struct OCSPResponders: Sendable {
  private let addresses: Set<String>
  private let client: AuthorityClient

  package static let none = OCSPResponders([], client: AuthorityClient(HTTPClient(addresses: .publicOnly)))

  /// The most bytes of a response. With the certificate of the responder, responses have 1 to 3 KB.
  static let responseLimit = 65_536

  /// - Parameter addresses: the only ones that are contacted.
  package init(_ addresses: [String], client: AuthorityClient) {
    self.addresses = Set(addresses.map(Self.normalized))
    self.client = client
  }

  private static func normalized(_ address: String) -> String {
    address.hasSuffix("/") ? String(address.dropLast()) : address
  }

  /// The address of a responder that the certificate names and that may be asked; nil if there is none.
  func responder(of certificate: OpaquePointer) -> String? {
    let named = X509_get1_ocsp(certificate)
    defer { X509_email_free(named) }
    let addresses = (0..<max(0, OPENSSL_sk_num(named))).compactMap { index in
      OPENSSL_sk_value(named, index).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }
    return addresses.first { self.addresses.contains(Self.normalized($0)) }
  }

  /// The response to a question, which was checked, in DER.
  func response(to question: OCSPQuestion, by address: String) async throws -> [UInt8] {
    let request = try OCSPRequest(question)
    let query = HTTPRequest(
      method: "POST", url: address, headers: [("Content-Type", "application/ocsp-request")],
      body: .bytes(request.encoded), timeout: .seconds(30), responseLimit: Self.responseLimit)
    let response = try await client.answer(to: query, of: "OCSP responder", code: .revocation)
    try request.check(response, of: address)
    return response
  }
}
