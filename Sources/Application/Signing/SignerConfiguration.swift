import Delivery
import Signing

/// The configuration of a signer: files with the key and its certificates, and the level of the signatures. It contains
/// no secret, only references.
package struct SignerConfiguration: Hashable, Sendable {
  /// A timestamp authority (RFC 3161).
  package struct Authority: Hashable, Sendable {
    /// An `http` or `https` URL.
    package var url: String
    /// A PEM file with the certificates that issue the authority's; nil for the certificates of the system.
    package var certificates: String?
    /// The object identifier of the policy that timestamps must follow; nil for the authority's default.
    package var policy: String?

    package init(url: String, certificates: String? = nil, policy: String? = nil) {
      self.url = url
      self.certificates = certificates
      self.policy = policy
    }
  }

  /// A private key in PEM, a PKCS #12 file, or the `pkcs11:` URI of a key in a token.
  package var key: String
  /// The library of the token of a key with a URI; nil for other keys.
  package var module: String?
  /// Whether the PIN of a token is tried although the token reports that the last one was wrong.
  package var triesPINAgain = false
  /// The certificate of a key in PEM or in a token; the certificates of its authorities may follow.
  package var certificate: String?
  /// Further certificates of authorities in PEM.
  package var chain: String?
  /// Passphrase of the key file, or PIN of the token.
  package var passphrase: Secret?
  /// The level of the signatures (ETSI EN 319 142-1).
  package var level = SignatureLevel.b
  /// The timestamp authority, for all levels except `b`.
  package var authority: Authority?
  /// Files with revocation lists in PEM or DER, for the long-term levels.
  package var revocationLists: [String] = []
  /// The addresses of OCSP responders that may be asked, for the long-term levels.
  package var responders: [String] = []
  /// Reason, location and the like, which viewers show.
  package var details = SignatureDetails()
  /// It is nil for invisible signatures.
  package var picture: Picture?

  package init(key: String) { self.key = key }
}

extension SignerConfiguration: Decodable {
  private enum CodingKeys: String, CodingKey {
    case key, module, certificate, chain, passphrase, level, timestamp, crl, ocsp, certify, reason, location, visible
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func refuse(_ message: String, at key: CodingKeys) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: message)
    }
    func choice<Value: RawRepresentable & CaseIterable>(
      _ key: CodingKeys, _ type: Value.Type
    ) throws -> Value? where Value.RawValue == String {
      guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let value = Value(rawValue: text) else {
        throw refuse("expected one of " + Value.allCases.map(\.rawValue).joined(separator: ", "), at: key)
      }
      return value
    }
    func text(_ key: CodingKeys) throws -> String? {
      guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard text.utf8.count <= SignatureDetails.textLimit else {
        throw refuse("expected at most \(SignatureDetails.textLimit) bytes", at: key)
      }
      return text
    }
    key = try values.decode(String.self, forKey: .key)
    module = try values.decodeIfPresent(String.self, forKey: .module)
    if let problem = problemOfKey { throw refuse(problem, at: .key) }
    certificate = try values.decodeIfPresent(String.self, forKey: .certificate)
    chain = try values.decodeIfPresent(String.self, forKey: .chain)
    passphrase = try values.decodeIfPresent(Secret.self, forKey: .passphrase)
    authority = try values.decodeIfPresent(Authority.self, forKey: .timestamp)
    revocationLists = try values.decodeIfPresent([String].self, forKey: .crl) ?? []
    responders = try values.decodeIfPresent([String].self, forKey: .ocsp) ?? []
    details = SignatureDetails(
      certification: try choice(.certify, SignatureDetails.Certification.self), reason: try text(.reason),
      location: try text(.location))
    picture = try values.decodeIfPresent(Picture.self, forKey: .visible)
    level = try choice(.level, SignatureLevel.self) ?? (authority == nil ? .b : .t)
    if chain != nil, certificate == nil { throw refuse("needs a certificate", at: .chain) }
    guard (level == .b) == (authority == nil) else {
      throw refuse(level == .b ? "the level b-b has no timestamp" : "needs a timestamp", at: .level)
    }
    guard level.isLongTerm != (revocationLists.isEmpty && responders.isEmpty) else {
      throw refuse("the levels b-lt and b-lta need crl or ocsp, other levels do not use them", at: .level)
    }
  }
}

extension SignerConfiguration.Authority: Decodable {
  private enum CodingKeys: String, CodingKey {
    case url, policy
    case certificates = "ca"
  }

  /// Makes a relative path one below a folder.
  mutating func resolve(in folder: String) {
    certificates = certificates.map { SignerConfiguration.path($0, in: folder) }
  }
}

extension SignerConfiguration {
  /// The configuration with its relative paths below a folder.
  func resolved(in folder: String) -> SignerConfiguration {
    func path(_ path: String) -> String { Self.path(path, in: folder) }
    var copy = self
    if !isInToken { copy.key = path(key) }
    copy.module = module.map(path)
    copy.certificate = certificate.map(path)
    copy.chain = chain.map(path)
    if case .file(let file)? = passphrase { copy.passphrase = .file(path(file)) }
    copy.authority?.resolve(in: folder)
    if let picture { copy.picture?.template = path(picture.template) }
    copy.revocationLists = revocationLists.map(path)
    return copy
  }

  fileprivate static func path(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }
}
