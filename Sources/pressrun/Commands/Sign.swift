import ArgumentParser
import Dates
import Delivery
import Foundation
import Networking
import PDF
import Signing

struct Sign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign a PDF file (PAdES B-B, B-T, B-LT or B-LTA).",
    discussion: """
      The signature is an incremental update (b-lt: two updates, b-lta: three): the bytes of the file stay as they are. Exit status: 0 signed, 1 failed, 2 the \
      file cannot be signed, or the key does not fit.
      """)

  @Argument(help: "The PDF file.")
  var file: String

  @Option(name: .shortAndLong, help: "The file to write; it appears complete or not at all. It may be the same file.")
  var output: String

  @Option(help: "The private key: a PEM file, or a PKCS #12 file with key and certificates.")
  var key: String

  @Option(help: "The certificate of a PEM key, as PEM; certificates of its authorities may follow.")
  var certificate: String?

  @Option(help: "Further certificates of authorities, as PEM.")
  var chain: String?

  @Option(help: "A file with the passphrase of the key.")
  var passphraseFile: String?

  @Option(help: ArgumentHelp("An environment variable with the passphrase of the key.", valueName: "name"))
  var passphraseEnv: String?

  @Option(help: "Why the file is signed, at most 1000 bytes.")
  var reason: String?

  @Option(help: "Certify the file, and allow only these changes: no-changes, forms or annotations.")
  var certify: Permission?

  @Option(help: ArgumentHelp("Add a timestamp of this authority (RFC 3161).", valueName: "url"))
  var timestamp: String?

  @Option(
    help: "Certificates that the authority's certificate is checked with, as PEM; by default those of the system.")
  var timestampCa: String?

  @Option(help: "The object identifier of the policy that the timestamp must follow.")
  var timestampPolicy: String?

  @Option(
    help: "The level: b-b, b-t, b-lt or b-lta; by default b-b, or b-t with --timestamp. All but b-b need --timestamp.")
  var level: Level?

  @Option(
    name: .customLong("crl"),
    help: ArgumentHelp(
      "A revocation list, as PEM or DER, for b-lt and b-lta; may be repeated. None is fetched.", valueName: "file"))
  var revocationLists: [String] = []

  enum Level: String, ExpressibleByArgument, CaseIterable {
    case b = "b-b"
    case t = "b-t"
    case lt = "b-lt"
    case lta = "b-lta"

    var isLongTerm: Bool { self == .lt || self == .lta }
  }

  enum Permission: String, ExpressibleByArgument, CaseIterable {
    case noChanges = "no-changes"
    case forms, annotations

    var certification: DocumentSigner.Certification {
      switch self {
      case .noChanges: .noChanges
      case .forms: .formFilling
      case .annotations: .annotations
      }
    }
  }

  func validate() throws {
    if passphraseFile != nil, passphraseEnv != nil {
      throw ValidationError("Name either --passphrase-file or --passphrase-env.")
    }
    if let reason, reason.utf8.count > 1000 { throw ValidationError("--reason is longer than 1000 bytes.") }
    if timestamp == nil, timestampCa != nil || timestampPolicy != nil {
      throw ValidationError("--timestamp-ca and --timestamp-policy need --timestamp.")
    }
    if let level, (level == .b) != (timestamp == nil) {
      throw ValidationError("--level \(level.rawValue) \(level == .b ? "excludes" : "needs") --timestamp.")
    }
    if (level?.isLongTerm ?? false) == revocationLists.isEmpty {
      throw ValidationError("--level b-lt and b-lta need --crl, which other levels do not use.")
    }
    if chain != nil, certificate == nil { throw ValidationError("--chain needs --certificate.") }
  }

  func run() async throws {
    let now = Date().timeIntervalSince1970
    guard let date = PDFDate.pdf(milliseconds: now * 1000) else { throw Failure("the clock of this machine is wrong") }
    let signer = DocumentSigner(
      try identity(at: Int(now)), certification: certify?.certification, reason: reason, date: date)
    let base = try about(file) { () throws(PDFError) in try PDFBase(path: file) }
    let update: [UInt8]
    do {
      if let authority = try authority() {
        if let level, level.isLongTerm {
          let lists = try RevocationLists(revocationLists.map { try read($0) }, at: Int(now))
          update = try await signer.update(
            of: base.file, timestampedBy: authority, revocation: lists, documentTimestamp: level == .lta)
        } else {
          update = try await signer.update(of: base.file, timestampedBy: authority)
        }
      } else {
        update = try signer.update(of: base.file)
      }
    } catch let error as PDFError where error.code == .signed {
      throw Failure(error.message, place: file, status: Failure.badInput)
    } catch let error as PDFError {
      update = try about(file) { () throws(PDFError) in throw error }
    } catch let error as SigningError {
      throw Failure(error, place: file)
    }
    try base.write(then: update, to: output)
    complain("\(output): signed.")
  }

  /// The timestamp authority, if one is named.
  private func authority() throws -> TimestampAuthority? {
    guard let timestamp else { return nil }
    return TimestampAuthority(
      url: timestamp, policy: timestampPolicy, trusted: try timestampCa.map { try read($0) },
      client: HTTPClient(addresses: .all))
  }

  private func identity(at time: Int) throws -> SigningIdentity {
    let passphrase = try (passphraseFile.map { Secret.file($0) } ?? passphraseEnv.map { .environment($0) })?.read()
    let keyFile = try read(key)
    guard keyFile.starts(with: Array("-----BEGIN".utf8)) || certificate != nil else {
      return try naming(key) { () throws(SigningError) in
        try SigningIdentity(pkcs12: keyFile, passphrase: passphrase, at: time)
      }
    }
    guard let certificate else {
      throw Failure(
        "a key in PEM needs its certificate", place: key, hint: "name it by --certificate", status: Failure.badInput)
    }
    // A file need not end with a line feed.
    let certificates = try read(certificate) + [0x0A] + (chain.map { try read($0) } ?? [])
    return try naming(certificate) { () throws(SigningError) in
      try SigningIdentity(key: keyFile, passphrase: passphrase, certificates: certificates, at: time)
    }
  }

  /// Calls `body`, whose errors concern the key, or the certificates in the file `path`.
  private func naming<Value>(_ path: String, _ body: () throws(SigningError) -> Value) throws -> Value {
    do throws(SigningError) { return try body() } catch {
      throw Failure(error, place: error.code == .certificate ? path : key)
    }
  }
}

extension Failure {
  fileprivate init(_ error: SigningError, place: String) {
    let isBadInput = [.key, .certificate, .revocation, .document].contains(error.code)
    self.init(error.message, place: place, status: isBadInput ? Self.badInput : Self.failed)
  }
}
