import CCMS

/// A private key with its certificate and the certificates of the authorities that issued it.
///
/// The key is in memory or in a token. Keys are RSA with at least 2,048 bits, or elliptic curves with at least 256
/// bits.
package final class SigningIdentity {
  /// The private key; for a key in a token the public one.
  let key: OpaquePointer
  /// The key of a token, which signs if `key` is public; otherwise nil.
  let token: TokenKey?
  let certificate: OpaquePointer
  let chain: [OpaquePointer]

  /// The most certificates of an identity.
  private static let certificateLimit = 16
  /// The most bytes of a passphrase (`PEM_BUFSIZE`).
  private static let passphraseLimit = 1_024

  /// - Parameters:
  ///   - key: a private key in PEM.
  ///   - passphrase: the passphrase of the key, if it is encrypted.
  ///   - certificates: PEM; first the certificate of the key, then those of its authorities.
  ///   - time: seconds since 1970, at which the certificate must be valid.
  package convenience init(
    key: [UInt8], passphrase: String?, certificates: [UInt8], at time: Int
  ) throws(SigningError) {
    try Self.check(passphrase: passphrase)
    let found = try Self.certificates(certificates)
    guard let key = Self.privateKey(key, passphrase) else {
      for certificate in found { X509_free(certificate) }
      throw SigningError(
        code: .key,
        message: passphrase == nil
          ? "The private key cannot be read: it is not PEM, or needs a passphrase."
          : "The private key cannot be read: it is not PEM, or the passphrase is wrong.")
    }
    try self.init(owning: key, found, at: time)
  }

  /// - Parameters:
  ///   - container: a PKCS #12 file (RFC 7292) with a key, its certificate and those of its authorities.
  ///   - time: seconds since 1970, at which the certificate must be valid.
  package convenience init(pkcs12 container: [UInt8], passphrase: String?, at time: Int) throws(SigningError) {
    try Self.check(passphrase: passphrase)
    let parsed = LibCrypto.reading(container) { d2i_PKCS12_bio($0, nil) }
    defer {
      PKCS12_free(parsed)
      ERR_clear_error()
    }
    var key: OpaquePointer?
    var certificate: OpaquePointer?
    var authorities: OpaquePointer?
    guard let parsed, PKCS12_parse(parsed, passphrase ?? "", &key, &certificate, &authorities) == 1 else {
      throw SigningError(
        code: .key,
        message: "The key file cannot be read: it is neither PEM nor PKCS #12, or the passphrase is wrong or missing.")
    }
    let found = (certificate.map { [$0] } ?? []) + LibCrypto.elements(authorities)
    OPENSSL_sk_free(authorities)
    guard let key, certificate != nil else {
      EVP_PKEY_free(key)
      for certificate in found { X509_free(certificate) }
      throw SigningError(code: .key, message: "The PKCS #12 file has no private key with its certificate.")
    }
    try self.init(owning: key, found, at: time)
  }

  /// - Parameters:
  ///   - key: the public one if it is in a token.
  ///   - certificates: at least one.
  init(
    owning key: OpaquePointer, in token: TokenKey? = nil, _ certificates: [OpaquePointer], at time: Int
  ) throws(SigningError) {
    self.key = key
    self.token = token
    certificate = certificates[0]
    chain = Array(certificates.dropFirst())
    guard certificates.count <= Self.certificateLimit else {
      throw SigningError(
        code: .certificate, message: "There are more than \(Self.certificateLimit) certificates in all.")
    }
    try check(at: time)
  }

  deinit {
    EVP_PKEY_free(key)
    X509_free(certificate)
    for certificate in chain { X509_free(certificate) }
  }

  private func check(at time: Int) throws(SigningError) {
    defer { ERR_clear_error() }
    let bits = EVP_PKEY_get_bits(key)
    switch EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_RSA where bits >= 2_048, EVP_PKEY_EC where bits >= 256: break
    default:
      throw SigningError(
        code: .key, message: "The key must be RSA with at least 2,048 bits or an elliptic curve with at least 256 bits."
      )
    }
    guard X509_check_private_key(certificate, key) == 1 else {
      throw SigningError.mismatch
    }
    var moment = time
    guard X509_cmp_time(X509_get0_notBefore(certificate), &moment) < 0 else {
      throw SigningError(code: .certificate, message: "The certificate is not valid yet.")
    }
    guard X509_cmp_time(X509_get0_notAfter(certificate), &moment) > 0 else {
      throw SigningError(code: .certificate, message: "The certificate has expired.")
    }
    // Without the extension, all usages are allowed and all bits are set (RFC 5280, 4.2.1.3).
    let usage = X509_get_key_usage(certificate)
    guard usage & UInt32(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION) != 0 else {
      throw SigningError(code: .certificate, message: "The certificate's key usage does not allow signatures.")
    }
  }

  /// The most bytes of a signature: the certificates in DER, and space for the digest, the attributes and the value.
  var signatureLimit: Int { 4_096 + ([certificate] + chain).reduce(0) { $0 + Int(i2d_X509($1, nil)) } }

  /// The common name of the certificate; empty if it has none.
  package var name: String {
    let subject = X509_get_subject_name(certificate)
    let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(subject, index) else { return "" }
    var text: UnsafeMutablePointer<UInt8>?
    let count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
    defer { CRYPTO_free(text, nil, 0) }
    guard count > 0, let text else { return "" }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
  }

  // MARK: Reading

  private static func check(passphrase: String?) throws(SigningError) {
    guard let passphrase else { return }
    guard passphrase.utf8.count < passphraseLimit, !passphrase.utf8.contains(0) else {
      throw SigningError(
        code: .key, message: "The passphrase must be shorter than \(passphraseLimit) bytes, without zero bytes.")
    }
  }

  private static func privateKey(_ pem: [UInt8], _ passphrase: String?) -> OpaquePointer? {
    defer { ERR_clear_error() }
    return LibCrypto.reading(pem) { source in
      guard let passphrase else {
        // The callback gives no passphrase; without it, libcrypto would ask on the terminal.
        return PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
      }
      // Without a callback, the last argument is the passphrase.
      return passphrase.withCString { text in
        PEM_read_bio_PrivateKey(source, nil, nil, UnsafeMutableRawPointer(mutating: text))
      }
    }
  }

  /// All certificates of a PEM file; at least one.
  static func certificates(_ pem: [UInt8]) throws(SigningError) -> [OpaquePointer] {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let found = LibCrypto.reading(pem) { source in
      var found: [OpaquePointer] = []
      while found.count <= certificateLimit,
        let certificate = PEM_read_bio_X509(source, nil, { _, _, _, _ in -1 }, nil)
      {
        found.append(certificate)
      }
      return found
    }
    let isComplete = found.count > certificateLimit || ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
    guard isComplete, !found.isEmpty else {
      for certificate in found { X509_free(certificate) }
      throw SigningError(
        code: .certificate,
        message: found.isEmpty
          ? "The certificate cannot be read; it must be PEM." : "Certificate \(found.count + 1) cannot be read.")
    }
    return found
  }
}

extension SigningError {
  static let mismatch = SigningError(
    code: .certificate, message: "The first certificate does not belong to the private key.")
}
