import CCMS
import PDF

/// Signatures that can be validated after their certificates have expired: PAdES B-LT and B-LTA (ETSI EN 319 142-1,
/// 6.3).
extension DocumentSigner {
  /// The updates that sign `file`, add a timestamp of the signature, and the data to validate both; with
  /// `documentTimestamp` also a timestamp of the whole document (B-LTA). They follow the bytes of `file`, which are
  /// copied to memory.
  package func update(
    of file: PDFFile, timestampedBy authority: TimestampAuthority, validation: CertificateValidation,
    documentTimestamp: Bool
  ) async throws -> [UInt8] {
    // Before the authority is asked.
    var data = try await identity.validationData(validation)
    let pending = try await sign(file, reserving: identity.signatureLimit + TimestampAuthority.tokenLimit)
    let token = try await authority.token(of: pending.signature.valueDigest)
    data.add(try await authority.validationData(of: token, validation))
    try validation.requireAllLists(in: data)
    try pending.signature.add(token: token)

    let base = file.contents
    var updates = try pending.finish()
    updates += try data.update(
      of: PDFFile(bytes: base + updates, limits: file.limits), for: pending.place.value(pending.signature.encoded()))
    guard documentTimestamp else { return updates }
    let place = try reserve(
      in: PDFFile(bytes: base + updates, limits: file.limits), for: .timestamp, TimestampAuthority.tokenLimit)
    return updates + (try place.filled(with: await authority.token(of: place.digest)))
  }
}

extension SigningIdentity {
  /// The data with which the certificates of the identity are validated, up to a root among them.
  fileprivate func validationData(_ validation: CertificateValidation) async throws -> ValidationData {
    guard let store = X509_STORE_new() else {
      throw SigningError(code: .certificate, message: "Certificates cannot be read: \(LibCrypto.takeError()).")
    }
    defer { X509_STORE_free(store) }
    for certificate in chain { X509_STORE_add_cert(store, certificate) }
    return try await validation.data(of: certificate, to: store)
  }
}

extension TimestampAuthority {
  /// The data with which the certificates of the authority that issued a token are validated, up to a trusted one.
  fileprivate func validationData(
    of token: [UInt8], _ validation: CertificateValidation
  ) async throws -> ValidationData {
    let store = try TrustStore.make(trusted)
    defer { X509_STORE_free(store) }
    let message = LibCrypto.reading(token) { d2i_PKCS7_bio($0, nil) }
    defer { PKCS7_free(message) }
    let signers = PKCS7_get0_signers(message, nil, 0)
    defer { OPENSSL_sk_free(signers) }
    guard let message, let signer = LibCrypto.elements(signers).first else {
      throw SigningError(code: .timestamp, message: "The timestamp has no certificate of the authority.")
    }
    return try await validation.data(
      of: signer, to: store, through: message.pointee.d.sign.pointee.cert)
  }
}
