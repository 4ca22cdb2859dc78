import CCMS
import FoundationEssentials

extension SigningIdentity {
  /// - Parameters:
  ///   - token: has the private key.
  ///   - certificates: PEM; first the certificate of the key, then those of its authorities. If it is nil, the token
  ///     must have one certificate with the identifier of the key.
  ///   - time: seconds since 1970, at which the certificate must be valid.
  package convenience init(token: TokenKey, certificates: [UInt8]?, at time: Int) async throws(SigningError) {
    let description = try await token.description()
    let found =
      if let certificates { try Self.certificates(certificates) } else { [try Self.certificate(of: description)] }
    guard let key = X509_get_pubkey(found[0]) else {
      for certificate in found { X509_free(certificate) }
      throw SigningError(code: .certificate, message: "The certificate has no key: \(LibCrypto.takeError()).")
    }
    guard description.fits(key) else {
      EVP_PKEY_free(key)
      for certificate in found { X509_free(certificate) }
      throw SigningError.mismatch
    }
    try self.init(owning: key, in: token, found, at: time)
  }

  /// The only certificate of the key in the token.
  private static func certificate(of key: TokenKeyDescription) throws(SigningError) -> OpaquePointer {
    guard let first = key.certificates.first else {
      throw SigningError(
        code: .certificate,
        message: "The token has no certificate with the identifier of the key; name a file with the certificate.")
    }
    guard key.certificates.count == 1 else {
      throw SigningError(
        code: .certificate,
        message:
          "The token has \(key.certificates.count) certificates with the identifier of the key; name a file with one.")
    }
    guard let certificate = LibCrypto.reading(Array(first), { d2i_X509_bio($0, nil) }) else {
      throw SigningError(
        code: .certificate, message: "The certificate in the token cannot be read: \(LibCrypto.takeError()).")
    }
    return certificate
  }
}

extension TokenKeyDescription {
  /// Whether a public key may belong to the key in the token. Returns true if the token does not report its public key;
  /// then `signature(of:)` verifies the signature with it.
  fileprivate func fits(_ key: OpaquePointer) -> Bool {
    guard EVP_PKEY_get_base_id(key) == (algorithm == .rsa ? EVP_PKEY_RSA : EVP_PKEY_EC) else { return false }
    guard let publicValue else { return true }
    switch algorithm {
    case .rsa:
      var modulus: OpaquePointer?
      defer { BN_free(modulus) }
      guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_N, &modulus) == 1 else { return true }
      var bytes = [UInt8](repeating: 0, count: (Int(BN_num_bits(modulus)) + 7) / 8)
      BN_bn2bin(modulus, &bytes)
      return bytes.elementsEqual(publicValue.drop { $0 == 0 })
    case .ec:
      var bytes = [UInt8](repeating: 0, count: 256)
      var count = 0
      guard EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &bytes, bytes.count, &count) == 1 else {
        return true
      }
      // The token has the point as an OCTET STRING in DER.
      return publicValue.suffix(count).elementsEqual(bytes.prefix(count))
    }
  }
}
