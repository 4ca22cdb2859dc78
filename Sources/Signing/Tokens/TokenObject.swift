import CPKCS11
import FoundationEssentials

/// A private key in a token, for a session with it.
struct TokenObject {
  private let session: TokenSession
  private let object: CK_OBJECT_HANDLE
  private let algorithm: TokenKeyDescription.Algorithm
  private let identifier: [UInt8]

  /// The key that a URI names.
  init(of uri: TokenURI, in session: TokenSession) throws(TokenFailure) {
    let found = try session.objects(of: CKO_PRIVATE_KEY, with: uri.keyAttributes)
    guard let object = found.first else { throw TokenFailure("The token has no private key that the URI names.") }
    guard found.count == 1 else {
      throw TokenFailure("The URI of the key can be about \(found.count) private keys; add id, or another object.")
    }
    switch session.number(CKA_KEY_TYPE, of: object) {
    case CKK_RSA: algorithm = .rsa
    case CKK_EC: algorithm = .ec
    default: throw TokenFailure("The key in the token is neither RSA nor an elliptic curve.")
    }
    self.session = session
    self.object = object
    identifier = session.value(CKA_ID, of: object) ?? []
  }

  func description() throws(TokenFailure) -> TokenKeyDescription {
    TokenKeyDescription(
      algorithm: algorithm, publicValue: try publicValue().map { Data($0) },
      certificates: try related(CKO_CERTIFICATE).compactMap { session.value(CKA_VALUE, of: $0).map { Data($0) } })
  }

  /// The modulus, or the point as a string in DER; nil if the token does not report it.
  private func publicValue() throws(TokenFailure) -> [UInt8]? {
    let attribute = algorithm == .rsa ? CKA_MODULUS : CKA_EC_POINT
    if let own = session.value(attribute, of: object), !own.isEmpty { return own }
    return try related(CKO_PUBLIC_KEY).lazy.compactMap { session.value(attribute, of: $0) }.first
  }

  /// The objects of a class with the identifier of the key.
  private func related(_ kind: CK_OBJECT_CLASS) throws(TokenFailure) -> [CK_OBJECT_HANDLE] {
    guard !identifier.isEmpty else { return [] }
    return try session.objects(of: kind, identifier: identifier)
  }

  // MARK: Signature

  /// The bytes before a SHA-256 digest in a `DigestInfo` (RFC 8017, 9.2).
  private static let digestInfo: [UInt8] = [
    0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20,
  ]

  /// - Parameter digest: SHA-256.
  func signature(of digest: [UInt8], pin: String?) throws(TokenFailure) -> [UInt8] {
    switch algorithm {
    case .rsa: try session.signature(of: Self.digestInfo + digest, by: object, CKM_RSA_PKCS, pin: pin)
    case .ec: try session.signature(of: digest, by: object, CKM_ECDSA, pin: pin)
    }
  }
}
