import CCMS

/// Validates certificates, and collects the data with which they can be validated later.
///
/// Each certificate below a root is checked for revocation: by a responder, if it names one that may be asked, or else
/// with a revocation list.
package struct CertificateValidation {
  private let lists: RevocationLists
  private let responders: OCSPResponders
  private let time: Int

  /// - Parameter time: seconds since 1970, at which certificates, lists and responses must be valid.
  package init(lists: RevocationLists, responders: OCSPResponders = .none, at time: Int) {
    self.lists = lists
    self.responders = responders
    self.time = time
  }

  /// The validated path from a certificate to a trusted one, both included (RFC 5280, 6), and the evidence that no
  /// certificate of it is revoked.
  /// - Parameters:
  ///   - store: the trusted certificates. The lists are added to it.
  ///   - untrusted: a stack of other certificates that may be in the path.
  /// - Throws: `SigningError` `.revocation`, or `.unreachable` if a responder does not answer; `CancellationError`.
  func data(
    of certificate: OpaquePointer, to store: OpaquePointer, through untrusted: OpaquePointer? = nil
  ) async throws -> ValidationData {
    setTime(of: store)
    let chain = try path(of: certificate, to: store, through: untrusted)
    let path = LibCrypto.elements(chain)
    defer {
      for certificate in path { X509_free(certificate) }
      OPENSSL_sk_free(chain)
    }
    var data = ValidationData()
    for certificate in path { data.certificates.insert(try LibCrypto.encoded(certificate)) }
    for (certificate, issuer) in zip(path, path.dropFirst()) {
      if let responder = responders.responder(of: certificate) {
        let question = OCSPQuestion(certificate: certificate, issuer: issuer, path: chain, store: store, time: time)
        data.responses.insert(try await responders.response(to: question, by: responder))
      } else {
        try lists.check(certificate, to: store, through: chain)
      }
    }
    try data.lists.formUnion(lists.issued(by: path))
    return data
  }

  /// - Throws: if a list is not in `data`, because no certificate of the paths issued it.
  func requireAllLists(in data: ValidationData) throws(SigningError) { try lists.requireAll(in: data) }

  private func setTime(of store: OpaquePointer) {
    let parameters = X509_VERIFY_PARAM_new()
    X509_VERIFY_PARAM_set_time(parameters, time)
    X509_STORE_set1_param(store, parameters)
    X509_VERIFY_PARAM_free(parameters)
  }

  /// A stack with the path, which the caller frees.
  private func path(
    of certificate: OpaquePointer, to store: OpaquePointer, through untrusted: OpaquePointer?
  ) throws(SigningError) -> OpaquePointer? {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let context = X509_STORE_CTX_new()
    defer { X509_STORE_CTX_free(context) }
    guard let context, X509_STORE_CTX_init(context, store, certificate, untrusted) == 1 else {
      throw SigningError.revocation("Certificates cannot be checked: \(LibCrypto.takeError()).")
    }
    guard X509_verify_cert(context) == 1 else { throw SigningError.revocation(context) }
    return X509_STORE_CTX_get1_chain(context)
  }
}

extension SigningError {
  static func revocation(_ message: String) -> SigningError { SigningError(code: .revocation, message: message) }

  /// The error of a failed verification of a certificate.
  static func revocation(_ context: OpaquePointer) -> SigningError {
    let code = X509_STORE_CTX_get_error(context)
    let subject = X509_STORE_CTX_get_current_cert(context).map(LibCrypto.subject) ?? "unknown"
    switch code {
    case X509_V_ERR_CERT_REVOKED: return .revocation("The certificate of \(subject) is revoked.")
    case X509_V_ERR_UNABLE_TO_GET_CRL:
      return .revocation(
        "The certificate of \(subject) needs a revocation list of its issuer, or a responder that it names; none is given."
      )
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
      return .revocation(
        "The certificate of \(subject) needs those of its authorities, up to the root; one is not given.")
    default:
      let reason = String(cString: X509_verify_cert_error_string(Int(code)))
      return .revocation("The certificate of \(subject) cannot be validated: \(reason).")
    }
  }
}
