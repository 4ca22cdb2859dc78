import CCMS

/// The authorities that are trusted, as libcrypto takes them.
enum TrustStore {
  /// A store, which the caller frees.
  /// - Parameter certificates: PEM; nil for the certificates of the system.
  static func make(_ certificates: [UInt8]?) throws(SigningError) -> OpaquePointer {
    let trusted = try certificates.map { (pem) throws(SigningError) in try SigningIdentity.certificates(pem) }
    defer { for certificate in trusted ?? [] { X509_free(certificate) } }
    guard let store = X509_STORE_new() else {
      throw SigningError(code: .certificate, message: "Certificates cannot be read: \(LibCrypto.takeError()).")
    }
    if let trusted {
      for certificate in trusted { X509_STORE_add_cert(store, certificate) }
    } else {
      X509_STORE_set_default_paths(store)
    }
    return store
  }
}
