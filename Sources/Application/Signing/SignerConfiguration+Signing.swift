import Dates
import Delivery
import Foundation
import Networking
import PDF
import Signing

extension SignerConfiguration {
  /// Checks that the signer could sign now: that its files can be read and its token used, and its certificate is valid
  /// and belongs to the key. The timestamp authority and OCSP responders are not asked.
  /// - Throws: `SigningError` with the file.
  package func check() async throws(SigningError) {
    let now = Int(Date().timeIntervalSince1970)
    _ = try await identity(at: now)
    _ = try read(authority?.certificates)
    _ = try lists()
    _ = try read(picture?.template)
  }

  /// The updates that sign a document, which follow its bytes.
  ///
  /// - Parameters:
  ///   - details: override the details of the configuration.
  ///   - picture: the PDF of `pictureDocument`; nil for an invisible signature.
  ///   - level: overrides the level of the configuration.
  ///   - attemptsOnce: whether a request to an authority that is not answered is not repeated.
  /// - Throws: `SigningError`; `PDFError` for a document that is damaged, encrypted, or certified against changes;
  ///   `CancellationError`.
  package func update(
    of file: PDFFile, details: SignatureDetails? = nil, picture: [UInt8]? = nil, level: SignatureLevel? = nil,
    attemptsOnce: Bool = false
  ) async throws -> [UInt8] {
    let now = Date().timeIntervalSince1970
    guard let date = PDFDate.pdf(milliseconds: now * 1000) else {
      throw SigningError(code: .signature, message: "The clock of this machine is wrong.")
    }
    let level = level ?? self.level
    let signer = DocumentSigner(
      try await identity(at: Int(now)), details ?? self.details, appearance: appearance(picture), date: date)
    guard level != .b, let authority = try timestampAuthority(attemptsOnce: attemptsOnce) else {
      return try await signer.update(of: file)
    }
    guard level.isLongTerm else { return try await signer.update(of: file, timestampedBy: authority) }
    return try await signer.update(
      of: file, timestampedBy: authority, validation: validation(at: Int(now), attemptsOnce: attemptsOnce),
      documentTimestamp: level == .lta)
  }

  private func appearance(_ pdf: [UInt8]?) -> SignatureAppearance? {
    guard let picture, let pdf else { return nil }
    return SignatureAppearance(picture: pdf, place: picture.place)
  }

  private func timestampAuthority(attemptsOnce: Bool) throws(SigningError) -> TimestampAuthority? {
    try authority?.client(attemptsOnce: attemptsOnce)
  }

  private func validation(at time: Int, attemptsOnce: Bool) throws(SigningError) -> CertificateValidation {
    let responders = OCSPResponders(responders, client: AuthorityClient(attemptsOnce: attemptsOnce))
    return CertificateValidation(lists: try lists(), responders: responders, at: time)
  }

  private func lists() throws(SigningError) -> RevocationLists {
    var files: [[UInt8]] = []
    for path in revocationLists { files.append(try read(path)) }
    return try RevocationLists(files)
  }

  func identity(at time: Int) async throws(SigningError) -> SigningIdentity {
    let secret: String?
    do throws(DeliveryError) { secret = try passphrase?.read() } catch {
      throw SigningError(code: .key, message: error.message, place: keyPlace)
    }
    if isInToken { return try await tokenIdentity(pin: secret, at: time) }
    let keyFile = try read(key)
    guard keyFile.starts(with: Array("-----BEGIN".utf8)) || certificate != nil else {
      return try placed { () throws(SigningError) in
        try SigningIdentity(pkcs12: keyFile, passphrase: secret, at: time)
      }
    }
    guard let certificate else {
      throw SigningError(
        code: .certificate, message: "A key in PEM needs its certificate: --certificate, or certificate of the signer.",
        place: key)
    }
    // A file may end without a line feed.
    let certificates = try read(certificate) + [0x0A] + (try read(chain) ?? [])
    return try placed { () throws(SigningError) in
      try SigningIdentity(key: keyFile, passphrase: secret, certificates: certificates, at: time)
    }
  }

  /// Calls `body`, whose errors concern the key or its certificates.
  private func placed<Value>(_ body: () throws(SigningError) -> Value) throws(SigningError) -> Value {
    do throws(SigningError) { return try body() } catch { throw placed(error) }
  }

  /// An error that concerns the key or its certificates, with its place.
  func placed(_ error: SigningError) -> SigningError {
    let place = error.code == .certificate ? certificate ?? keyPlace : keyPlace
    return SigningError(code: error.code, message: error.message, place: place)
  }

  func read(_ path: String?) throws(SigningError) -> [UInt8]? {
    guard let path else { return nil }
    return try read(path) as [UInt8]
  }

  func read(_ path: String) throws(SigningError) -> [UInt8] { try SignerConfiguration.contents(path) }

  static func contents(_ path: String) throws(SigningError) -> [UInt8] {
    // `Data` does not read pipes.
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() ?? Data() else {
      throw SigningError(code: .key, message: "cannot be read", place: path)
    }
    return [UInt8](data)
  }
}

extension SignerConfiguration.Authority {
  /// A timestamp token of data.
  /// - Parameter attemptsOnce: whether a request that is not answered is not repeated.
  /// - Throws: `SigningError`; `CancellationError`.
  package func token(of data: [UInt8], attemptsOnce: Bool = false) async throws -> [UInt8] {
    try await client(attemptsOnce: attemptsOnce).token(ofData: data)
  }

  func client(attemptsOnce: Bool) throws(SigningError) -> TimestampAuthority {
    let trusted: [UInt8]? = if let certificates { try SignerConfiguration.contents(certificates) } else { nil }
    return TimestampAuthority(
      url: url, policy: policy, trusted: trusted, client: AuthorityClient(attemptsOnce: attemptsOnce))
  }
}

extension AuthorityClient {
  /// A client of the authorities that a signer configures.
  fileprivate init(attemptsOnce: Bool) {
    self.init(HTTPClient(addresses: .all), pauses: attemptsOnce ? [] : Self.usualPauses)
  }
}
