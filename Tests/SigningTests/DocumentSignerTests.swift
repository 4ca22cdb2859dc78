import ArchiveTesting
import Dates
import Foundation
import PDF
import SigningTesting
import TestSupport
import TestTraits
import Testing

@testable import Signing

@Suite(
  .hangLimit,
  .needs("pyHanko", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))),
  .needs("openssl", FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct DocumentSignerTests {
  let authority: TestAuthority
  /// A time after the certificates were created.
  let now: Int

  init() throws {
    authority = try TestAuthority.shared.get()
    now = Int(Date().timeIntervalSince1970)
  }

  func identity(
    _ key: String = "ec", certificate: String? = nil, passphrase: String? = nil, at time: Int? = nil
  ) throws -> SigningIdentity {
    try SigningIdentity(
      key: authority.bytes("\(key).key"), passphrase: passphrase,
      certificates: authority.bytes("\(certificate ?? key).pem"), at: time ?? now)
  }

  func signed(
    _ document: [UInt8], by identity: SigningIdentity? = nil, _ certification: SignatureDetails.Certification? = nil,
    reason: String? = nil
  ) async throws -> [UInt8] {
    let signer = DocumentSigner(
      try identity ?? self.identity(), SignatureDetails(certification: certification, reason: reason),
      date: try #require(PDFDate.pdf(milliseconds: Double(now) * 1000)))
    return document + (try await signer.update(of: PDFFile(bytes: document)))
  }

  func expect(_ code: SigningError.Code, containing text: String, _ body: () async throws -> Void) async {
    let error = await #expect(throws: SigningError.self) { try await body() }
    #expect(error?.code == code)
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
  }

  // MARK: Signatures

  @Test(arguments: [Fixture.table(), Fixture.stream()], ["ec", "rsa"])
  func pyHankoAcceptsSignatures(base: [UInt8], key: String) async throws {
    let document = try await signed(base, by: identity(key), reason: "Approved – §4")
    #expect(document.starts(with: base))
    #expect(try QPDF.fault(in: document) == nil)
    #expect(try authority.verdicts(document) == ["valid intact ENTIRE_FILE NONE -"])
  }

  @Test func everyByteIsCovered() async throws {
    let document = try await signed(Fixture.table())
    let signature = try signatureDictionary(document)
    let range = try #require(signature["ByteRange"].array).compactMap { $0.integer }
    try #require(range.count == 4)
    #expect(range[0] == 0)
    #expect(range[2] + range[3] == document.count)
    // Only the string with its brackets is left out.
    #expect(document[range[1]] == UInt8(ascii: "<"))
    #expect(document[range[2] - 1] == UInt8(ascii: ">"))
    #expect(try range[2] - range[1] == 2 * (#require(signature["Contents"].string).count) + 2)
  }

  /// ETSI EN 319 142-1, 6.3: the signing certificate is an attribute, the time is not.
  @Test func attributesAreThoseOfPAdES() async throws {
    let document = try await signed(Fixture.table())
    let contents = try #require(signatureDictionary(document)["Contents"].string)
    try Data(contents).write(to: authority.folder.appendingPathComponent("attributes.der"))
    let text = try authority.openssl("cms -cmsout -print -inform DER -in attributes.der")
    #expect(text.contains("id-smime-aa-signingCertificateV2"))
    #expect(!text.contains("signingTime"))
    for attribute in ["contentType (1", "messageDigest (1", "id-smime-aa-signingCertificateV2 (1"] {
      #expect(text.components(separatedBy: attribute).count == 2, "\(attribute)")
    }
  }

  @Test func changedFilesFail() async throws {
    let document = try await signed(Fixture.table())
    for offset in [20, Fixture.table().count / 2, Fixture.table().count + 30] {
      var changed = document
      changed[offset] ^= 1
      #expect(try authority.verdicts(changed).allSatisfy { !$0.hasPrefix("valid") }, "byte \(offset)")
    }
  }

  /// The placeholders are found whatever the document contains.
  @Test func documentsWithTextLikePlaceholdersAreSigned() async throws {
    let decoy = "[0 9999999999 9999999999 9999999999]\n/Contents <" + String(repeating: "0", count: 12_000) + ">"
    let objects = ["<</Type/Catalog/Pages 2 0 R/Decoy(\(decoy))>>"] + Fixture.onePage.dropFirst()
    #expect(try await authority.verdicts(signed(Fixture.table(objects))) == ["valid intact ENTIRE_FILE NONE -"])
  }

  // MARK: Permissions

  @Test func secondSignaturesLeaveTheFirstValid() async throws {
    let document = try await signed(signed(Fixture.stream(), .forms), by: identity("rsa"))
    let verdicts = try authority.verdicts(document)
    #expect(verdicts.count == 2)
    #expect(verdicts.allSatisfy { $0.hasPrefix("valid ") }, "\(verdicts)")
  }

  @Test(arguments: zip(SignatureDetails.Certification.allCases, ["NO_CHANGES", "FILL_FORMS", "ANNOTATE"]))
  func certificationsAreStated(certification: SignatureDetails.Certification, level: String) async throws {
    let document = try await signed(Fixture.table(), certification)
    let stated = try PDFFile(bytes: document).signatures().certification
    #expect(stated == SignatureDetails.Certification.allCases.firstIndex(of: certification).map { $0 + 1 })
    #expect(try authority.verdicts(document) == ["valid intact ENTIRE_FILE NONE \(level)"])
  }

  @Test func annotationsStayWithinTheCertification() async throws {
    for certification in [SignatureDetails.Certification.annotations, nil] {
      let document = try await signed(Fixture.table(), certification)
      // pyHanko has no rule for the changes that DocMDP 3 allows, so only what was signed is judged.
      let verdicts = try authority.verdicts(document + Fixture.noteSegment(document))
      #expect(verdicts.count == 1)
      #expect(verdicts.allSatisfy { $0.contains(" intact ENTIRE_REVISION ") }, "\(verdicts)")
    }
    for certification in [SignatureDetails.Certification.noChanges, .forms] {
      let document = try await signed(Fixture.table(), certification)
      #expect(throws: PDFError.self) { try Fixture.noteSegment(document) }
    }
  }

  @Test func documentsCertifiedAgainstChangesAreRefused() async throws {
    let document = try await signed(Fixture.table(), .noChanges)
    let error = await #expect(throws: PDFError.self) { try await signed(document) }
    #expect(error?.code == .signed)
  }

  /// A second signature would be a change of a locked field (ISO 32000-1, 12.8.2.4).
  @Test(arguments: [
    ("/Action/All", true), ("/Action/Include/Fields[(Signature1)]", true),
    ("/Action/Include/Fields[(other)]", false),
  ])
  func documentsWhoseFieldsAreLockedAreRefused(lock: String, isRefused: Bool) async throws {
    let objects =
      ["<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>"] + Fixture.onePage.dropFirst() + [
        "<</T(a)/FT/Sig/V<</Type/Sig/Reference[<</TransformMethod/FieldMDP/TransformParams<<\(lock)>>>>]>>>>"
      ]
    if isRefused {
      await expect(.document, containing: "locks") { _ = try await signed(Fixture.table(objects)) }
    } else {
      _ = try await signed(Fixture.table(objects))
    }
  }

  @Test func onlyTheFirstSignatureCertifies() async throws {
    let document = try await signed(Fixture.table())
    await expect(.document, containing: "already") { _ = try await signed(document, .annotations) }
  }

  @Test func bytesBeforeTheHeaderAreRefused() async throws {
    await expect(.document, containing: "bytes before %PDF-") {
      _ = try await signed([0x0A, 0x0A, 0x0A] + Fixture.table())
    }
  }

  @Test func unusualFormsAreRefused() async throws {
    for form in ["/AcroForm 3", "/AcroForm<</Fields 3>>"] {
      let objects = ["<</Type/Catalog/Pages 2 0 R\(form)>>"] + Fixture.onePage.dropFirst()
      await expect(.document, containing: "an integer") { _ = try await signed(Fixture.table(objects)) }
    }
  }

  // MARK: Keys

  @Test func passphrasesOpenKeys() async throws {
    let encrypted = try identity("encrypted", certificate: "rsa", passphrase: "secret words")
    let container = try SigningIdentity(
      pkcs12: authority.bytes("signer.p12"), passphrase: "secret words", at: now)
    #expect(container.chain.count == 1)
    for identity in [encrypted, container] {
      #expect(
        try await authority.verdicts(signed(Fixture.table(), by: identity)) == ["valid intact ENTIRE_FILE NONE -"])
    }
  }

  @Test(arguments: [nil, "", "wrong", "secret words\0"])
  func wrongPassphrasesAreRefused(passphrase: String?) async throws {
    await expect(.key, containing: "passphrase") {
      _ = try identity("encrypted", certificate: "rsa", passphrase: passphrase)
    }
    await expect(.key, containing: "passphrase") {
      _ = try SigningIdentity(pkcs12: authority.bytes("signer.p12"), passphrase: passphrase, at: now)
    }
  }

  @Test func unsuitableKeysAreRefused() async throws {
    await expect(.certificate, containing: "not valid yet") { _ = try identity(at: now - 86_400) }
    await expect(.certificate, containing: "expired") { _ = try identity(at: now + 366 * 86_400) }
    await expect(.certificate, containing: "does not belong") { _ = try identity("ec", certificate: "rsa") }
    await expect(.certificate, containing: "key usage") { _ = try identity("encryption") }
    await expect(.key, containing: "2,048") { _ = try identity("short") }
  }

  @Test func damagedFilesAreRefused() async throws {
    let (key, certificate) = (try authority.bytes("ec.key"), try authority.bytes("ec.pem"))
    func read(_ key: [UInt8], _ certificates: [UInt8]) throws {
      _ = try SigningIdentity(key: key, passphrase: nil, certificates: certificates, at: now)
    }
    await expect(.key, containing: "PEM") { try read([], certificate) }
    await expect(.key, containing: "PEM") { try read(certificate, certificate) }
    await expect(.certificate, containing: "PEM") { try read(key, []) }
    await expect(.certificate, containing: "PEM") { try read(key, key) }
    await expect(.certificate, containing: "Certificate 2") { try read(key, certificate + certificate.dropLast(200)) }
    await expect(.certificate, containing: "16") {
      try read(key, Array(repeatElement(certificate, count: 40).joined()))
    }
    await expect(.key, containing: "PKCS #12") {
      _ = try SigningIdentity(pkcs12: [1, 2, 3], passphrase: nil, at: now)
    }
  }

  private func signatureDictionary(_ document: [UInt8]) throws -> PDFDictionary {
    let file = try PDFFile(bytes: document)
    let form = try #require(try file.resolve(file.catalog()["AcroForm"]).dictionary)
    let field = try #require(try file.resolve(form["Fields"]).array?.first)
    return try #require(try file.resolve(file.resolve(field).dictionary?["V"] ?? .null).dictionary)
  }
}
