import ArchiveTesting
import Foundation
import Networking
import OperatingSystem
import PDF
import SigningTesting
import TestSupport
import TestTraits
import Testing

@testable import Signing

/// Timestamps of an authority that `openssl ts` runs.
@Suite(
  .hangLimit,
  .needs("pyHanko", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))),
  .needs("openssl", FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct TimestampTests {
  let test: TestAuthority
  let identity: SigningIdentity

  init() throws {
    test = try TestAuthority.shared.get()
    identity = try SigningIdentity(
      key: test.bytes("ec.key"), passphrase: nil, certificates: test.bytes("ec.pem"),
      at: Int(Date().timeIntervalSince1970))
  }

  func expect(_ code: SigningError.Code, _ body: () async throws -> Void) async {
    let error = await #expect(throws: SigningError.self) { try await body() }
    #expect(error?.code == code, "\(error?.message ?? "")")
  }

  @Test func pyHankoAcceptsTimestamps() async throws {
    try await test.withServer { url in
      let base = Fixture.table()
      let signer = DocumentSigner(identity, date: "D:20261120120000Z")
      let update = try await signer.update(of: PDFFile(bytes: base), timestampedBy: test.timestampAuthority(url))
      #expect(try test.verdicts(base + update) == ["valid intact ENTIRE_FILE NONE - timestamped"])
    }
  }

  @Test func opensslAcceptsTokens() async throws {
    try await test.withServer { url in
      let authority = try test.timestampAuthority(url, policy: "1.2.3.4.2")
      let token = try await authority.token(of: SHA256.hash(data: Array("data".utf8)))
      try test.write("data", to: "data")
      try Data(token).write(to: test.folder.appendingPathComponent("token"))
      let result = try test.openssl("ts -verify -data data -in token -token_in -CAfile authority.pem")
      #expect(result.contains("Verification: OK"))
      #expect(try test.openssl("ts -reply -in token -token_in -token_out -text").contains("1.2.3.4.2"))
    }
  }

  @Test func tokensAreVerifiedLater() async throws {
    try await test.withServer { url in
      let data = Array("chain".utf8)
      let token = try await test.timestampAuthority(url).token(ofData: data)
      let trusted = try test.bytes("authority.pem")
      #expect(try TimestampToken.verify(token, of: data, trusted: trusted).hasSuffix(" GMT"))
      let inManyYears = Int(Date().timeIntervalSince1970) + 200 * 365 * 86_400
      #expect(
        try TimestampToken.verify(token, of: data, trusted: trusted, at: inManyYears)
          .hasSuffix("(the certificate of the authority is not valid now)"))
      await expect(.timestamp) {
        _ = try TimestampToken.verify(token, of: data + [0], trusted: trusted, at: inManyYears)
      }
      // A token that claims to be issued later than now.
      await expect(.timestamp) { _ = try TimestampToken.verify(token, of: data, trusted: trusted, at: 0) }
      var changed = token
      changed[changed.count - 1] ^= 1
      await expect(.timestamp) { _ = try TimestampToken.verify(token, of: data + [0], trusted: trusted) }
      await expect(.timestamp) { _ = try TimestampToken.verify(changed, of: data, trusted: trusted) }
      await expect(.timestamp) { _ = try TimestampToken.verify(data, of: data, trusted: trusted) }
      await expect(.timestamp) { _ = try TimestampToken.verify(token, of: data, trusted: test.bytes("other.pem")) }
    }
  }

  @Test func wrongAnswersAreRefused() async throws {
    try await test.withServer { url in
      let digest = SHA256.hash(data: [1])
      // The nonce of the second answer is that of the first request.
      _ = try await test.timestampAuthority(url + "/stale").token(of: digest)
      await expect(.timestamp) { _ = try await test.timestampAuthority(url + "/stale").token(of: digest) }
      await expect(.timestamp) { _ = try await test.timestampAuthority(url + "/text").token(of: digest) }
      await expect(.timestamp) { _ = try await test.timestampAuthority(url + "/none").token(of: digest) }
      await expect(.timestamp) { _ = try await test.timestampAuthority(url, policy: "1.2.3.9").token(of: digest) }
      await expect(.timestamp) { _ = try await test.timestampAuthority(url, policy: "no policy").token(of: digest) }
      await expect(.timestamp) { _ = try await test.timestampAuthority(url, trusted: "rsa.pem").token(of: digest) }
    }
  }

  @Test func unansweredRequestsAreRepeated() async throws {
    let digest = SHA256.hash(data: [1])
    try await test.withServer { url in
      let pauses = TestAuthority.Pauses()
      _ = try await test.timestampAuthority(url + "/busy", pauses: pauses).token(of: digest)
      #expect(pauses.all == [.seconds(1), .seconds(4)])
    }
    let pauses = TestAuthority.Pauses()
    let port = try ServerProcess.freePort()
    await expect(.unreachable) {
      _ = try await test.timestampAuthority("http://127.0.0.1:\(port)", pauses: pauses).token(of: digest)
    }
    #expect(pauses.all.count == 2)
  }

  @Test func forbiddenAddressesAreRefused() async throws {
    let authority = TimestampAuthority(
      url: "http://127.0.0.1:9", trusted: try test.bytes("authority.pem"),
      client: AuthorityClient(HTTPClient(addresses: .publicOnly)))
    await expect(.timestamp) { _ = try await authority.token(of: SHA256.hash(data: [1])) }
  }
}
