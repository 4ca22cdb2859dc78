import ArchiveTesting
import Foundation
import OperatingSystem
import PDF
import SigningTesting
import TestSupport
import TestTraits
import Testing

@testable import Signing

/// Keys in PKCS #11 tokens, with SoftHSM.
@Suite(
  .hangLimit,
  .needs("pyHanko", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))),
  .needs("SoftHSM", FileManager.default.fileExists(atPath: TestToken.library)),
  .needs("pkcs11-tool", FileManager.default.isExecutableFile(atPath: "/usr/bin/pkcs11-tool")))
struct TokenTests {
  let authority: TestAuthority
  let tokens: TestToken
  let now: Int

  init() throws {
    authority = try TestAuthority.shared.get()
    tokens = try TestToken()
    now = Int(Date().timeIntervalSince1970)
    try tokens.add()
  }

  /// The program `pressrun`, which is built next to the test bundle.
  private static let program: String = {
    let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
  }()

  func key(
    _ uri: String, pin: String? = TestToken.pin, triesAgain: Bool = false, module: String? = nil,
    program: ProgramCommand? = nil, time: Duration = .seconds(3600)
  ) throws -> TokenKey {
    try TokenKey(
      uri: uri, module: module ?? tokens.module, pin: pin, triesAgain: triesAgain,
      program: program
        ?? ProgramCommand(path: Self.program, arguments: ["token-task"], environment: tokens.environment), time: time)
  }

  /// A program that does something before it uses the token.
  func program(after script: String) -> ProgramCommand {
    ProgramCommand(
      path: "/bin/sh", arguments: ["-c", "\(script); exec \(Self.program) token-task"], environment: tokens.environment)
  }

  func identity(_ uri: String, certificate: String?) async throws -> SigningIdentity {
    try await SigningIdentity(
      token: key(uri), certificates: certificate.map { try authority.bytes($0 + ".pem") }, at: now)
  }

  func signed(by identity: SigningIdentity) async throws -> [UInt8] {
    let base = Fixture.table()
    return base
      + (try await DocumentSigner(identity, date: "D:20261120120000Z").update(of: PDFFile(bytes: base)))
  }

  func expect(_ code: SigningError.Code, containing text: String, _ body: () async throws -> Void) async {
    let error = await #expect(throws: SigningError.self) { try await body() }
    #expect(error?.code == code)
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(TestToken.pin) != true)
  }

  // MARK: Signatures

  @Test(arguments: ["rsa", "ec"])
  func pyHankoAndOpenSSLAcceptSignatures(name: String) async throws {
    try tokens.add(key: name, id: "01")
    let document = try await signed(by: identity("pkcs11:token=Seal;object=\(name)", certificate: name))
    #expect(try authority.verdicts(document) == ["valid intact ENTIRE_FILE NONE -"])

    let contents = try #require(document.firstRange(of: Array("/Contents <".utf8)))
    let end = try #require(document[contents.upperBound...].firstIndex(of: UInt8(ascii: ">")))
    let signature = try #require(
      Hexadecimal.bytes(String(decoding: document[contents.upperBound..<end], as: UTF8.self)))
    let file = "token-\(name)-\(UUID().uuidString)"
    try Data(signature).write(to: authority.folder.appendingPathComponent(file + ".der"))
    try Data(document[..<(contents.upperBound - 1)] + document[(end + 1)...])
      .write(to: authority.folder.appendingPathComponent(file + ".content"))
    let text = try authority.openssl(
      "cms -verify -binary -inform DER -in \(file).der -content \(file).content -CAfile authority.pem -purpose any -out /dev/null"
    )
    #expect(text.contains("successful"))
  }

  @Test(arguments: ["rsa", "ec"])
  func timestampsAreOfTheSignature(name: String) async throws {
    try tokens.add(key: name, id: "01")
    try tokens.add(certificate: name, id: "01")
    try await authority.withServer { url in
      let base = Fixture.stream()
      let identity = try await identity("pkcs11:token=Seal;id=%01;type=private", certificate: nil)
      let document =
        base
        + (try await DocumentSigner(identity, date: "D:20261120120000Z").update(
          of: PDFFile(bytes: base), timestampedBy: authority.timestampAuthority(url)))
      #expect(try authority.verdicts(document) == ["valid intact ENTIRE_FILE NONE - timestamped"])
    }
  }

  // MARK: PINs

  /// Repeated jobs locked the token otherwise.
  @Test func wrongPINsAreTriedOnce() async throws {
    try tokens.add(key: "ec", id: "01")
    let uses = tokens.folder.path + "/uses"
    let program = program(after: "echo >> \(uses)")
    let wrong = try key("pkcs11:token=Seal", pin: "wrong pin", program: program)
    await expect(.key, containing: "refuses the PIN") { _ = try await wrong.description() }
    for _ in 0..<5 {
      await expect(.key, containing: "not tried again") { _ = try await wrong.description() }
    }
    #expect(try String(contentsOfFile: uses, encoding: .utf8) == "\n")
    // Whoever changes the PIN has seen the error.
    _ = try await key("pkcs11:token=Seal", program: program).description()
  }

  @Test func otherProcessesDoNotTryAfterAWrongPIN() async throws {
    try tokens.add(key: "ec", id: "01")
    await expect(.key, containing: "refuses the PIN") {
      _ = try await key("pkcs11:token=Seal", pin: "wrong pin").description()
    }
    let other = TestToken.library
    await expect(.key, containing: "pressrun sign") {
      _ = try await key("pkcs11:token=Seal", module: other).description()
    }
    _ = try await key("pkcs11:token=Seal", triesAgain: true, module: other).description()
    _ = try await key("pkcs11:token=Seal", module: other).description()
  }

  @Test func missingPINsAreNamed() async throws {
    await expect(.key, containing: "needs a PIN") { _ = try await key("pkcs11:token=Seal", pin: nil).description() }
  }

  @Test func noPINAndNoModuleIsInURIs() async throws {
    for (uri, text) in [
      ("pkcs11:token=Seal?pin-value=\(TestToken.pin)", "must not contain a PIN"),
      ("pkcs11:token=Seal?pin-source=file:/pin", "must not contain a PIN"),
      ("pkcs11:token=Seal?module-path=/lib/evil.so", "module"), ("pkcs11:token=Seal?module-name=evil", "module"),
      ("pkcs11:token=Seal;type=cert", "not a private key"), ("pkcs11:token=%zz", "RFC 7512"),
      ("pkcs11:colour=red", "does not define"),
    ] {
      await expect(.key, containing: text) { _ = try TokenURI(uri) }
      #expect(!TokenURI.path(of: uri).contains(TestToken.pin))
    }
  }

  // MARK: Problems

  @Test func keysAreFoundOnce() async throws {
    try tokens.add(key: "ec", id: "01", label: "same")
    try tokens.add(key: "rsa", id: "02", label: "same")
    for (uri, text) in [
      ("pkcs11:token=Other", "not present"), ("pkcs11:token=Seal;object=none", "no private key"),
      ("pkcs11:token=Seal;object=same", "2 private keys"), ("pkcs11:manufacturer=Other", "not present"),
      ("pkcs11:library-manufacturer=Other", "another module"),
    ] {
      await expect(.key, containing: text) { _ = try await key(uri).description() }
    }
    #expect(try await key("pkcs11:token=Seal;object=same;id=%02").description().algorithm == .rsa)
    try tokens.add(token: "Second")
    await expect(.key, containing: "2 tokens") { _ = try await key("pkcs11:object=same").description() }
  }

  @Test(arguments: [("ec", "rsa"), ("rsa", "ec"), ("rsa", "timestamps"), ("ec", "second")])
  func certificatesOfOtherKeysAreRefused(name: String, certificate: String) async throws {
    if certificate == "second" {
      try authority.openssl(
        "req -config openssl.cnf -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout second.key -out second.pem -days 10 -subj /CN=second"
      )
    }
    try tokens.add(key: name, id: "01")
    await expect(.certificate, containing: "does not belong") {
      _ = try await identity("pkcs11:token=Seal", certificate: certificate)
    }
  }

  /// Without a public key in the token, it shows when the signature is computed.
  @Test func signaturesAreCheckedWithTheCertificate() async throws {
    try tokens.add(key: "ec", id: "01")
    let identity = try await identity("pkcs11:token=Seal", certificate: "ec")
    try authority.openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out other-ec.key")
    let others = try TestToken()
    try others.add()
    try others.add(key: "other-ec", id: "01")
    try FileManager.default.removeItem(at: tokens.folder.appendingPathComponent("tokens"))
    try FileManager.default.moveItem(
      at: others.folder.appendingPathComponent("tokens"), to: tokens.folder.appendingPathComponent("tokens"))
    await expect(.certificate, containing: "does not belong") { _ = try await signed(by: identity) }
  }

  @Test func certificatesInTheTokenAreThoseOfTheKey() async throws {
    try tokens.add(key: "ec", id: "01")
    await expect(.certificate, containing: "no certificate") {
      _ = try await identity("pkcs11:token=Seal", certificate: nil)
    }
    try tokens.add(certificate: "ec", id: "01")
    #expect(try await identity("pkcs11:token=Seal", certificate: nil).name == "ec")
    try tokens.add(certificate: "rsa", id: "01")
    await expect(.certificate, containing: "2 certificates") {
      _ = try await identity("pkcs11:token=Seal", certificate: nil)
    }
  }

  @Test func modulesThatFailAreEnded() async throws {
    func ask(_ program: ProgramCommand?, module: String? = nil, time: Duration = .seconds(3600)) async throws {
      _ = try await key("pkcs11:token=Seal", module: module, program: program, time: time).description()
    }
    func shell(_ script: String) -> ProgramCommand {
      ProgramCommand(path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    }
    await expect(.key, containing: "no result within") {
      try await ask(shell("exec sleep 600"), time: .milliseconds(200))
    }
    await expect(.key, containing: "signal") { try await ask(shell("kill -SEGV $$")) }
    // The request contains the PIN.
    await expect(.key, containing: "failed") { try await ask(shell("dd bs=65536 count=1 status=none >&2; exit 1")) }
    await expect(.key, containing: "cannot be loaded") { try await ask(nil, module: "/lib/none.so") }
    await expect(.key, containing: "cannot be loaded") { try await ask(nil, module: authority.path("ec.pem")) }
  }
}
