import CCMS

/// Revocation lists of authorities (RFC 5280, 5), with which certificates are checked.
package final class RevocationLists {
  private let lists: [OpaquePointer]

  /// The most lists.
  private static let limit = 64

  /// - Parameter files: each one list in DER, or one or more in PEM.
  package init(_ files: [[UInt8]]) throws(SigningError) {
    var lists: [OpaquePointer] = []
    for (index, file) in files.enumerated() {
      let found = Self.read(file)
      lists += found ?? []
      guard found != nil, lists.count <= Self.limit else {
        for list in lists { X509_CRL_free(list) }
        throw .revocation(
          found == nil
            ? "Revocation list \(index + 1) cannot be read; it must be PEM or DER."
            : "There are more than \(Self.limit) revocation lists.")
      }
    }
    self.lists = lists
  }

  deinit { for list in lists { X509_CRL_free(list) } }

  /// Checks that a certificate is not revoked, and that its issuer signed a list that is in force.
  /// - Parameters:
  ///   - store: the trusted certificates. The lists are added to it.
  ///   - untrusted: a stack of other certificates that may be in the path of the certificate.
  func check(
    _ certificate: OpaquePointer, to store: OpaquePointer, through untrusted: OpaquePointer?
  ) throws(SigningError) {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let context = X509_STORE_CTX_new()
    defer { X509_STORE_CTX_free(context) }
    guard let context, lists.allSatisfy({ X509_STORE_add_crl(store, $0) == 1 }),
      X509_STORE_CTX_init(context, store, certificate, untrusted) == 1
    else { throw .revocation("Certificates cannot be checked: \(LibCrypto.takeError()).") }
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_CRL_CHECK))
    guard X509_verify_cert(context) == 1 else { throw .revocation(context) }
  }

  /// The lists that the certificates of a path issued, in DER.
  func issued(by path: [OpaquePointer]) throws(SigningError) -> Set<[UInt8]> {
    var issued: Set<[UInt8]> = []
    for list in lists where path.contains(where: { Self.isIssued(list, by: $0) }) {
      issued.insert(try Self.encoded(list))
    }
    return issued
  }

  /// - Throws: if a list is not in `data`, because no certificate of the paths issued it.
  func requireAll(in data: ValidationData) throws(SigningError) {
    for list in lists {
      if data.lists.contains(try Self.encoded(list)) { continue }
      throw .revocation(
        "The revocation list of \(LibCrypto.text(X509_CRL_get_issuer(list))) is not of an authority of the certificates."
      )
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

  private static func encoded(_ list: OpaquePointer) throws(SigningError) -> [UInt8] {
    guard let encoded = LibCrypto.encoded({ i2d_X509_CRL(list, $0) }) else {
      throw .revocation("A revocation list cannot be encoded: \(LibCrypto.takeError()).")
    }
    return encoded
  }
}
