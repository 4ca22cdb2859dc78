import HTTPTypes

/// Header fields that limit what a browser does with a response. Every response has them; a handler or a route can
/// replace them.
package struct SecurityHeaders: Hashable, Sendable {
  package var contentSecurityPolicy: String
  package var referrerPolicy = "no-referrer"
  package var crossOriginResourcePolicy = "same-origin"
  /// It is nil if the answer has no such field.
  package var cacheControl: String? = "no-store"

  package init(contentSecurityPolicy: String) { self.contentSecurityPolicy = contentSecurityPolicy }

  /// Answers that are not pages: nothing in them is executed, loaded or framed.
  package static let strict = SecurityHeaders(
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; sandbox")

  /// Pages whose scripts, style sheets, fonts and images come from this server, and that no other page can frame.
  package static let page = SecurityHeaders(
    contentSecurityPolicy:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
      + "connect-src 'self'; frame-src 'self'; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  )

  var fields: [HTTPField] {
    var fields = [
      HTTPField(name: .contentSecurityPolicy, value: contentSecurityPolicy),
      HTTPField(name: .xContentTypeOptions, value: "nosniff"),
    ]
    for (name, value) in [
      (Self.referrerPolicyName, referrerPolicy), (Self.resourcePolicyName, crossOriginResourcePolicy),
      (Self.frameOptionsName, "DENY"), (.cacheControl, cacheControl),
    ] {
      if let name, let value { fields.append(HTTPField(name: name, value: value)) }
    }
    return fields
  }

  // Names that the library does not declare. Making one from a text checks each of its characters.
  private static let referrerPolicyName = HTTPField.Name("Referrer-Policy")
  private static let resourcePolicyName = HTTPField.Name("Cross-Origin-Resource-Policy")
  private static let frameOptionsName = HTTPField.Name("X-Frame-Options")
}
