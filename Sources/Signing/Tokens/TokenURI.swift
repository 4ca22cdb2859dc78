import CPKCS11

/// A `pkcs11:` URI (RFC 7512) that names a private key in a token.
///
/// It contains neither a PIN nor a module: both are configured apart, so that the URI can be shown.
package final class TokenURI {
  let uri: OpaquePointer

  /// The scheme of such URIs, with its colon.
  package static let scheme = "pkcs11:"

  /// - Throws: `SigningError` `.key`; its message contains no part of the URI.
  package init(_ text: String) throws(SigningError) {
    guard let uri = p11_kit_uri_new() else { throw Self.refusal("The URI of the key cannot be read.") }
    let result = p11_kit_uri_parse(text, P11_KIT_URI_FOR_ANY, uri)
    guard result == P11_KIT_URI_OK.rawValue else {
      p11_kit_uri_free(uri)
      throw Self.refusal("The URI of the key is not a PKCS #11 URI (RFC 7512).")
    }
    self.uri = uri
    guard p11_kit_uri_any_unrecognized(uri) == 0 else {
      throw Self.refusal("The URI of the key has an attribute that RFC 7512 does not define.")
    }
    guard p11_kit_uri_get_pin_value(uri) == nil, p11_kit_uri_get_pin_source(uri) == nil else {
      throw Self.refusal("The URI of the key must not contain a PIN; name a file with it as the passphrase.")
    }
    guard p11_kit_uri_get_module_name(uri) == nil, p11_kit_uri_get_module_path(uri) == nil else {
      throw Self.refusal("The URI of the key must not contain the module, which has a setting of its own.")
    }
    if let kind = p11_kit_uri_get_attribute(uri, CKA_CLASS) {
      guard kind.pointee.ulValueLen == MemoryLayout<CK_OBJECT_CLASS>.size,
        kind.pointee.pValue?.loadUnaligned(as: CK_OBJECT_CLASS.self) == CKO_PRIVATE_KEY
      else { throw Self.refusal("The URI of the key names an object that is not a private key.") }
    }
  }

  deinit { p11_kit_uri_free(uri) }

  /// The part of a URI that contains no PIN, for messages.
  package static func path(of text: String) -> String { String(text.prefix { $0 != "?" && $0 != "#" }) }

  private static func refusal(_ message: String) -> SigningError { SigningError(code: .key, message: message) }

  // MARK: Matching

  /// Whether the URI can be about this token.
  func matches(_ slot: CK_SLOT_ID, _ slotInfo: inout CK_SLOT_INFO, _ token: inout CK_TOKEN_INFO) -> Bool {
    let id = p11_kit_uri_get_slot_id(uri)
    return (id == CK_SLOT_ID.max || id == slot) && p11_kit_uri_match_slot_info(uri, &slotInfo) == 1
      && p11_kit_uri_match_token_info(uri, &token) == 1
  }

  /// Whether the URI can be about a token of this module.
  func matches(_ module: inout CK_INFO) -> Bool { p11_kit_uri_match_module_info(uri, &module) == 1 }

  /// The attributes of the key but its class. Their values belong to this URI.
  var keyAttributes: [CK_ATTRIBUTE] {
    var count: CK_ULONG = 0
    guard let first = p11_kit_uri_get_attributes(uri, &count) else { return [] }
    return UnsafeBufferPointer(start: first, count: Int(count)).filter { $0.type != CKA_CLASS }
  }
}
