import CCMS

/// Revocation lists of authorities (RFC 5280, 5), with which certificates are checked.
package final class RevocationLists {
  private let lists: [OpaquePointer]
  private let time: Int

  /// The most lists.
  private static let limit = 64

  /// - Parameters:
  ///   - files: each one list in DER, or one or more in PEM.
  ///   - time: seconds since 1970, at which certificates and lists must be valid.
  package init(_ files: [[UInt8]], at time: Int) throws(SigningError) {
    var lists: [OpaquePointer] = []
    for (index, file) in files.enumerated() {
      let found = Self.read(file)
      lists += found ?? []
      guard found != nil, lists.count <= Self.limit else {
        for list in lists { X509_CRL_free(list) }
        throw Self.error(
          found == nil
            ? "Revocation list \(index + 1) cannot be read; it must be PEM or DER."
            : "There are more than \(Self.limit) revocation lists.")
      }
    }
    self.lists = lists
    self.time = time
  }

  deinit { for list in lists { X509_CRL_free(list) } }

  /// The path from a certificate to a trusted one, both included, which was validated (RFC 5280, 6): no certificate of it is
  /// revoked, and each but the root has a list that its issuer signed and that is in force.
  /// - Parameters:
  ///   - store: the trusted certificates. The lists are added to it.
  ///   - untrusted: a stack of other certificates that may be in the path.
  func path(
    of certificate: OpaquePointer, to store: OpaquePointer, through untrusted: OpaquePointer? = nil
  ) throws(SigningError) -> ValidationData {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let context = X509_STORE_CTX_new()
    defer { X509_STORE_CTX_free(context) }
    guard let context, lists.allSatisfy({ X509_STORE_add_crl(store, $0) == 1 }),
      X509_STORE_CTX_init(context, store, certificate, untrusted) == 1
    else { throw Self.error("Certificates cannot be checked: \(LibCrypto.takeError()).") }
    // The root is checked too; it issued the list of the certificate below it.
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL))
    X509_STORE_CTX_set_time(context, 0, time)
    guard X509_verify_cert(context) == 1 else { throw Self.failure(context) }

    let path = LibCrypto.elements(X509_STORE_CTX_get0_chain(context))
    var data = ValidationData()
    for element in path {
      guard let encoded = LibCrypto.encoded({ i2d_X509(element, $0) }) else { throw Self.failure(context) }
      data.certificates.insert(encoded)
    }
    for list in lists where path.contains(where: { Self.isIssued(list, by: $0) }) {
      guard let encoded = LibCrypto.encoded({ i2d_X509_CRL(list, $0) }) else { throw Self.failure(context) }
      data.lists.insert(encoded)
    }
    return data
  }

  /// - Throws: if a list is not in `data`, because no certificate of the paths issued it.
  func requireAll(in data: ValidationData) throws(SigningError) {
    for list in lists {
      if let encoded = LibCrypto.encoded({ i2d_X509_CRL(list, $0) }), data.lists.contains(encoded) { continue }
      throw Self.error(
        "The revocation list of \(Self.text(X509_CRL_get_issuer(list))) is not of an authority of the certificates.")
    }
  }

  private static func isIssued(_ list: OpaquePointer, by certificate: OpaquePointer) -> Bool {
    X509_NAME_cmp(X509_CRL_get_issuer(list), X509_get_subject_name(certificate)) == 0
      && X509_CRL_verify(list, X509_get0_pubkey(certificate)) == 1
  }

  /// The lists of a file; nil if it has none or is damaged.
  private static func read(_ file: [UInt8]) -> [OpaquePointer]? {
    ERR_clear_error()
    defer { ERR_clear_error() }
    if let list = LibCrypto.reading(file, { d2i_X509_CRL_bio($0, nil) }) { return [list] }
    ERR_clear_error()
    var found: [OpaquePointer] = []
    LibCrypto.reading(file) { source in
      while found.count <= limit, let list = PEM_read_bio_X509_CRL(source, nil, { _, _, _, _ in -1 }, nil) {
        found.append(list)
      }
    }
    let isComplete = found.count > limit || ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
    guard isComplete, !found.isEmpty else {
      for list in found { X509_CRL_free(list) }
      return nil
    }
    return found
  }

  private static func failure(_ context: OpaquePointer) -> SigningError {
    let code = X509_STORE_CTX_get_error(context)
    let subject = X509_STORE_CTX_get_current_cert(context).map { text(X509_get_subject_name($0)) } ?? "unknown"
    switch code {
    case X509_V_ERR_CERT_REVOKED: return error("The certificate of \(subject) is revoked.")
    case X509_V_ERR_UNABLE_TO_GET_CRL:
      return error("The certificate of \(subject) needs a revocation list of its issuer; none of those given is.")
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
      return error("The certificate of \(subject) needs those of its authorities, up to the root; one is not given.")
    default:
      let reason = String(cString: X509_verify_cert_error_string(Int(code)))
      return error("The certificate of \(subject) cannot be validated: \(reason).")
    }
  }

  private static func text(_ name: OpaquePointer?) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    X509_NAME_oneline(name, &buffer, Int32(buffer.count))
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func error(_ message: String) -> SigningError { SigningError(code: .revocation, message: message) }
}
