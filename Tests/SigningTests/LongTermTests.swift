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
  let now: Int

  init() throws {
    test = try TestAuthority.shared.get()
    now = Int(Date().timeIntervalSince1970) + 1
  }

  func signed(
    _ url: String, _ base: [UInt8] = Fixture.table(), lists: [String] = ["empty.crl"], archived: Bool = false,
    chain: String? = "authority.pem", _ certification: SignatureDetails.Certification? = nil
  ) async throws -> [UInt8] {
    let identity = try SigningIdentity(
      key: test.bytes("ec.key"), passphrase: nil,
      certificates: test.bytes("ec.pem") + (chain.map { try test.bytes($0) } ?? []), at: now)
    let signer = DocumentSigner(identity, SignatureDetails(certification: certification), date: "D:20261120120000Z")
    return base
      + (try await signer.update(
        of: PDFFile(bytes: base), timestampedBy: test.timestampAuthority(url),
        revocation: RevocationLists(lists.map { try test.bytes($0) }, at: now), documentTimestamp: archived))
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
}
