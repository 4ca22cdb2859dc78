import Application
import ArgumentParser
import Composition
import Delivery
import Diagnostics
import OperatingSystem
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

  @Option(
    help:
      "The private key: a PEM file, a PKCS #12 file with key and certificates, or the pkcs11: URI of a key in a token.")
  var key: String?

  @Option(help: ArgumentHelp("The PKCS #11 library of the token of the key.", valueName: "library"))
  var module: String?

  @Option(help: "A signer of signers.yaml, instead of --key and the options about the key, timestamps and levels.")
  var signer: String?

  @Option(help: "The certificate of a key in PEM or in a token, as PEM; certificates of its authorities may follow.")
  var certificate: String?

  @Option(help: "Further certificates of authorities, as PEM.")
  var chain: String?

  @Option(help: "A file with the passphrase of the key, or the PIN of its token.")
  var passphraseFile: String?

  @Option(help: ArgumentHelp("A variable with the passphrase of the key, or the PIN of its token.", valueName: "name"))
  var passphraseEnv: String?

  @Option(help: "Why the file is signed, at most 1000 bytes.")
  var reason: String?

  @Option(help: "Where the file is signed, at most 1000 bytes.")
  var location: String?

  @Option(
    help: ArgumentHelp(
      "Sign visibly, with this HTML template as picture; see docs/signatures.md.", valueName: "template"))
  var visible: String?

  @Option(help: "The page of a visible signature: first, last (default) or a number.")
  var page: String?

  @Option(help: "The distance of a visible signature from the left edge of the page, such as 20mm.")
  var left: String?

  @Option(help: "The distance of a visible signature from the upper edge of the page.")
  var top: String?

  @Option(help: "Certify the file, and allow only these changes: no-changes, forms or annotations.")
  var certify: SignatureDetails.Certification?

  @Option(help: ArgumentHelp("Add a timestamp of this authority (RFC 3161).", valueName: "url"))
  var timestamp: String?

  @Option(
    help: "Certificates that the authority's certificate is checked with, as PEM; by default the system's.")
  var timestampCa: String?

  @Option(help: "The object identifier of the policy that the timestamp must follow.")
  var timestampPolicy: String?

  @Option(
    help: "The level: b-b, b-t, b-lt or b-lta; by default b-b, or b-t with --timestamp. All but b-b need --timestamp.")
  var level: SignatureLevel?

  @Option(
    name: .customLong("crl"),
    help: ArgumentHelp(
      "A revocation list, as PEM or DER, for b-lt and b-lta; repeatable. None is fetched.", valueName: "file"))
  var revocationLists: [String] = []

  @Option(
    name: .customLong("ocsp"),
    help: ArgumentHelp(
      "An OCSP responder that is asked about the certificates that name it, for b-lt and b-lta; repeatable.",
      valueName: "url"))
  var responders: [String] = []

  func validate() throws {
    guard (key == nil) != (signer == nil) else { throw ValidationError("Name either --key or --signer.") }
    let others: [Any?] = [
      module, certificate, chain, passphraseFile, passphraseEnv, timestamp, timestampCa, timestampPolicy, level,
    ]
    if signer != nil, others.contains(where: { $0 != nil }) || !revocationLists.isEmpty || !responders.isEmpty {
      throw ValidationError(
        "With --signer, the key, its certificates, the timestamp and the level are the signer's.")
    }
    if let key {
      var given = SignerConfiguration(key: key)
      given.module = module
      if let problem = given.problemOfKey { throw ValidationError("--key: \(problem)") }
    }
    if passphraseFile != nil, passphraseEnv != nil {
      throw ValidationError("Name either --passphrase-file or --passphrase-env.")
    }
    for (option, text) in [("--reason", reason), ("--location", location)]
    where text.map({ $0.utf8.count > SignatureDetails.textLimit }) ?? false {
      throw ValidationError("\(option) is longer than \(SignatureDetails.textLimit) bytes.")
    }
    if timestamp == nil, timestampCa != nil || timestampPolicy != nil {
      throw ValidationError("--timestamp-ca and --timestamp-policy need --timestamp.")
    }
    if let level, (level == .b) != (timestamp == nil) {
      throw ValidationError("--level \(level.rawValue) \(level == .b ? "excludes" : "needs") --timestamp.")
    }
    if (level?.isLongTerm ?? false) == (revocationLists.isEmpty && responders.isEmpty) {
      throw ValidationError("--level b-lt and b-lta need --crl or --ocsp, which other levels do not use.")
    }
    if visible == nil, page != nil || left != nil || top != nil {
      throw ValidationError("--page, --left and --top need --visible.")
    }
    if visible != nil { _ = try place() }
    if chain != nil, certificate == nil { throw ValidationError("--chain needs --certificate.") }
  }

  func run() async throws {
    let base = try about(file) { () throws(PDFError) in try PDFBase(path: file) }
    let update: [UInt8]
    do {
      let signer = try configuration()
      update = try await signer.update(of: base.file, picture: try await picture(of: signer))
    } catch let error as PDFError where error.code == .signed {
      throw Failure(error.message, place: file, status: Failure.badInput)
    } catch let error as PDFError {
      update = try about(file) { () throws(PDFError) in throw error }
    } catch let error as SigningError {
      throw Failure(error, document: file)
    }
    try base.write(then: update, to: output)
    printMessage("\(output): signed.")
  }

  private func place() throws -> SignatureAppearance.Place {
    func distance(_ option: String, _ text: String?) throws -> Double {
      guard let distance = text.flatMap(SignerConfiguration.Picture.distance) else {
        throw ValidationError("--visible needs \(option) with a length such as 20mm.")
      }
      return distance
    }
    guard let page = SignatureAppearance.Page(page ?? "last") else {
      throw ValidationError("--page: expected first, last or a number.")
    }
    return SignatureAppearance.Place(page: page, left: try distance("--left", left), top: try distance("--top", top))
  }

  /// The PDF with the picture of a visible signature; nil for an invisible one.
  private func picture(of signer: SignerConfiguration) async throws -> [UInt8]? {
    guard let document = try await signer.pictureDocument(signer.details) else { return nil }
    try Installation.requireFonts()
    let rendered = try withLargeStack { Result { try DirectRenderer(Installation()).render(.html(document)) } }.get()
    for warning in rendered.warnings { printMessage("warning: \(Table.printable(warning.description))") }
    return rendered.pdf
  }

  /// The named signer, or a signer made from the options.
  private func configuration() throws -> SignerConfiguration {
    var configuration: SignerConfiguration
    if let signer {
      guard let signers = Installation().signers else { throw Failure("no file of signers; set PRESSRUN_SIGNERS") }
      configuration = try signers.signer(named: signer)
    } else {
      configuration = SignerConfiguration(key: key ?? "")
      (configuration.module, configuration.certificate, configuration.chain) = (module, certificate, chain)
      configuration.passphrase = passphraseFile.map { .file($0) } ?? passphraseEnv.map { .environment($0) }
      configuration.authority = timestamp.map { .init(url: $0, certificates: timestampCa, policy: timestampPolicy) }
      configuration.level = level ?? (timestamp == nil ? .b : .t)
      configuration.revocationLists = revocationLists
      configuration.responders = responders
    }
    // A person has started this command.
    configuration.triesPINAgain = true
    if let visible { configuration.picture = SignerConfiguration.Picture(template: visible, place: try place()) }
    configuration.details.certification = certify ?? configuration.details.certification
    configuration.details.reason = reason ?? configuration.details.reason
    configuration.details.location = location ?? configuration.details.location
    return configuration
  }
}

extension SignatureLevel: ExpressibleByArgument {}
extension SignatureDetails.Certification: ExpressibleByArgument {}

extension Failure {
  fileprivate init(_ error: SigningError, document: String) {
    let isBadInput = [.signer, .key, .certificate, .revocation, .document].contains(error.code)
    self.init(
      error.message, place: error.place.isEmpty ? document : error.place,
      status: isBadInput ? Self.badInput : Self.failed)
  }
}
