import Foundation
import Signing
import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct SignerFileTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("signers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func file(_ text: String) throws -> SignerFile {
    let url = folder.appendingPathComponent("signers.yaml")
    try Data(text.utf8).write(to: url)
    return SignerFile(path: url.path)
  }

  @Test func filesAreRelativeToTheFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let signer = try file(
      """
      seal:
        key: seal.key
        certificate: /etc/seal.pem
        passphrase: {file: secret}
        level: b-lta
        timestamp: {url: "http://timestamps.example", ca: ca.pem, policy: 1.2.3}
        crl: [authority.crl]
        ocsp: ["http://ocsp.example"]
        certify: forms
        reason: Issued
      """
    ).signer(named: "seal")
    #expect(signer.key == folder.path + "/seal.key")
    #expect(signer.certificate == "/etc/seal.pem")
    #expect(signer.passphrase == .file(folder.path + "/secret"))
    #expect(signer.authority?.certificates == folder.path + "/ca.pem")
    #expect(signer.revocationLists == [folder.path + "/authority.crl"])
    #expect(signer.responders == ["http://ocsp.example"])
    #expect(signer.level == .lta)
    #expect(signer.details == SignatureDetails(certification: .forms, reason: "Issued"))
  }

  @Test(arguments: [
    ("seal: {certificate: a.pem}", "seal.key: missing"),
    ("seal: {key: a, pasphrase: b}", "seal.pasphrase: unknown key"),
    ("seal: {key: a, passphrase: words}", "seal.passphrase: a secret is a reference"),
    ("seal: {key: a, level: b-x}", "seal.level: expected one of b-b, b-t, b-lt, b-lta"),
    ("seal: {key: a, level: b-t}", "seal.level: needs a timestamp"),
    ("seal: {key: a, timestamp: {url: u}, level: b-lt}", "seal.level: the levels b-lt and b-lta need crl or ocsp"),
    ("seal: {key: a, chain: b}", "seal.chain: needs a certificate"),
    ("Seal: {key: a}", "expected a name of small letters"),
    ("other: {key: a}", #"There is no signer "seal"; there are other."#),
    ("", #"There is no signer "seal"; there is none."#),
    ("seal: {key: a", "not YAML"),
  ])
  func mistakesAreNamedWithTheirPlace(text: String, message: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: SigningError.self) { try file(text).signer(named: "seal") }
    #expect(error?.code == .signer)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("words") == false)
  }
}
