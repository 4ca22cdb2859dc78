import ArchiveTesting
import Foundation
import PDF
import SigningTesting
import TestSupport
import TestTraits
import Testing

@testable import Signing

/// PAdES B-LT and B-LTA.
@Suite(
  .hangLimit,
  .needs("pyHanko", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))),
  .needs("openssl", FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct LongTermTests {
  let test: TestAuthority
  var now: Int { Int(Date().timeIntervalSince1970) + 1 }

  init() throws {
    test = try TestAuthority.shared.get()
  }

  func signed(
    _ url: String, _ base: [UInt8] = Fixture.table(), by signer: String = "ec", lists: [String] = ["empty.crl"],
    responders: [String] = [], archived: Bool = false, chain: String? = "authority.pem",
    _ certification: SignatureDetails.Certification? = nil
  ) async throws -> [UInt8] {
    let identity = try SigningIdentity(
      key: test.bytes(signer + ".key"), passphrase: nil,
      certificates: test.bytes(signer + ".pem") + (chain.map { try test.bytes($0) } ?? []), at: now)
    let signer = DocumentSigner(identity, SignatureDetails(certification: certification), date: "D:20261120120000Z")
    return base
      + (try await signer.update(
        of: PDFFile(bytes: base), timestampedBy: test.timestampAuthority(url),
        validation: CertificateValidation(
          lists: RevocationLists(lists.map { try test.bytes($0) }),
          responders: OCSPResponders(responders, client: test.client()), at: now), documentTimestamp: archived))
  }

  @Test(arguments: [Fixture.table(), Fixture.stream()], [false, true])
  func pyHankoAcceptsLongTermSignatures(base: [UInt8], archived: Bool) async throws {
    try await test.withServer { url in
      let document = try await signed(url, base, archived: archived)
      #expect(document.starts(with: base))
      #expect(try QPDF.fault(in: document) == nil)
      let verdicts = try test.verdicts(document, ["--long-term"])
      #expect(verdicts == [archived ? "PASSED archived" : "PASSED"])
      #expect(
        try test.verdicts(document) == ["valid intact ENTIRE_REVISION LTA_UPDATES - timestamped"])
    }
  }

  /// Without the lists in the file, the same validation does not pass.
  @Test func revocationDataAreNeeded() async throws {
    try await test.withServer { url in
      var document = try await signed(url)
      // The signature does not cover the lists.
      while let key = document.firstRange(of: Array("/CRL".utf8)) { document[key.upperBound - 1] = UInt8(ascii: "X") }
      let verdicts = try test.verdicts(document, ["--long-term"])
      #expect(verdicts.count == 1 && !verdicts[0].hasPrefix("PASSED"), "\(verdicts)")
    }
  }

  /// Data for validation are not changes that a certification forbids (ISO 32000-2, 12.8.2.2.2).
  @Test func certifiedDocumentsStayValid() async throws {
    try await test.withServer { url in
      let document = try await signed(url, archived: true, .noChanges)
      let verdicts = try test.verdicts(document, ["--long-term"])
      #expect(verdicts == ["PASSED archived"])
      #expect(
        try test.verdicts(document) == ["valid intact ENTIRE_REVISION LTA_UPDATES NO_CHANGES timestamped"])
    }
  }

  @Test func dataOfEarlierSignaturesStay() async throws {
    try await test.withServer { url in
      let document = try await signed(url, signed(url), lists: ["empty.der"])
      let file = try PDFFile(bytes: document)
      let store = try #require(try file.resolve(file.catalog()["DSS"]).dictionary)
      #expect(try file.resolve(store["VRI"]).dictionary?.entries.count == 2)
      #expect(try file.resolve(store["CRLs"]).array?.count == 2)
      let verdicts = try test.verdicts(document, ["--long-term"])
      #expect(verdicts == ["PASSED", "PASSED"])
    }
  }

  @Test func changedFilesFail() async throws {
    try await test.withServer { url in
      let document = try await signed(url, archived: true)
      for offset in [20, Fixture.table().count / 2] {
        var changed = document
        changed[offset] ^= 1
        let verdicts = try test.verdicts(changed, ["--long-term"])
        #expect(verdicts.allSatisfy { $0.hasPrefix("FAILED HASH_FAILURE") }, "byte \(offset): \(verdicts)")
      }
    }
  }

  @Test func unsuitableListsAreRefused() async throws {
    func expect(_ text: String, _ lists: [String], chain: String? = "authority.pem") async {
      // The authority is not asked: nothing listens at this address.
      let error = await #expect(throws: SigningError.self) {
        _ = try await signed("http://127.0.0.1:9", lists: lists, chain: chain)
      }
      #expect(error?.code == .revocation)
      #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }
    await expect("revoked", ["revoked.crl"])
    await expect("needs a revocation list", [])
    await expect("CRL signature failure", ["other.crl"])
    await expect("up to the root", ["empty.crl"], chain: nil)
    await expect("cannot be read", ["ec.pem"])
    await expect("cannot be read", ["passphrase"])
    await expect("more than 64", Array(repeating: "empty.crl", count: 65))
  }

  @Test func listsOfOtherAuthoritiesAreRefused() async throws {
    try await test.withServer { url in
      let error = await #expect(throws: SigningError.self) {
        _ = try await signed(url, lists: ["empty.crl", "other.crl"])
      }
      #expect(error?.code == .revocation)
    }
  }

  // MARK: - OCSP

  @Test(arguments: [false, true])
  func respondersReplaceLists(archived: Bool) async throws {
    try await test.withResponder { responder, signer, timestamps in
      try await test.withServer(certificate: timestamps) { url in
        let document = try await signed(url, by: signer, lists: [], responders: [responder + "/"], archived: archived)
        #expect(try QPDF.fault(in: document) == nil)
        let store = try #require(
          try PDFFile(bytes: document).resolve(PDFFile(bytes: document).catalog()["DSS"]).dictionary)
        #expect(store["CRLs"] == .null)
        let verdicts = try test.verdicts(document, ["--long-term"])
        #expect(verdicts == [archived ? "PASSED archived" : "PASSED"])
      }
    }
  }

  /// Certificates that name no responder are checked with lists.
  @Test func respondersAndListsComplementEachOther() async throws {
    try await test.withResponder { responder, signer, _ in
      try await test.withServer { url in
        let document = try await signed(url, by: signer, responders: [responder])
        let verdicts = try test.verdicts(document, ["--long-term"])
        #expect(verdicts == ["PASSED"])
      }
    }
  }

  @Test func responsesMustConfirmTheCertificate() async throws {
    func expect(_ text: String, status: String = "V", responder: String = "responder") async throws {
      try await test.withResponder(status: status, responder: responder) { url, signer, _ in
        let error = await #expect(throws: SigningError.self) {
          _ = try await signed("http://127.0.0.1:9", by: signer, lists: [], responders: [url])
        }
        #expect(error?.code == .revocation)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
      }
    }
    try await expect("is revoked", status: "R")
    try await expect("does not know the certificate", status: "")
    // Not a delegate of the authority, and another authority of the same name.
    try await expect("signature of the OCSP responder", responder: "rsa")
    try await expect("signature of the OCSP responder", responder: "other")
  }

  @Test func onlyConfiguredRespondersAreAsked() async throws {
    try await test.withResponder { _, signer, _ in
      let error = await #expect(throws: SigningError.self) {
        _ = try await signed("http://127.0.0.1:9", by: signer, lists: [], responders: ["http://127.0.0.1:10"])
      }
      #expect(error?.message.contains("or a responder that it names") == true, "\(error?.message ?? "")")
    }
  }

  /// The signature can be repeated later.
  @Test func responderThatDoesNotAnswerIsReported() async throws {
    var stopped = ("", "")
    try await test.withResponder { responder, signer, _ in stopped = (responder, signer) }
    let (responder, signer) = stopped
    let error = await #expect(throws: SigningError.self) {
      _ = try await signed("http://127.0.0.1:9", by: signer, lists: [], responders: [responder])
    }
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("OCSP responder") == true, "\(error?.message ?? "")")
  }

  /// A recorded response is refused after its end.
  @Test func responsesOutOfForceAreRefused() async throws {
    try await test.withResponder { responder, signer, _ in
      for offset in [-7_200, 7_200] {
        let identity = try SigningIdentity(
          key: test.bytes(signer + ".key"), passphrase: nil,
          certificates: test.bytes(signer + ".pem") + test.bytes("authority.pem"), at: now)
        let validation = CertificateValidation(
          lists: try RevocationLists([]), responders: OCSPResponders([responder], client: test.client()),
          at: now + offset)
        let error = await #expect(throws: SigningError.self) {
          _ = try await DocumentSigner(identity, date: "D:20261120120000Z").update(
            of: PDFFile(bytes: Fixture.table()), timestampedBy: test.timestampAuthority("http://127.0.0.1:9"),
            validation: validation, documentTimestamp: false)
        }
        #expect(error?.code == .revocation)
      }
    }
  }
}
