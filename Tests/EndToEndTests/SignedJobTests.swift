import Foundation
import JobQueue
import SigningTesting
import TestSupport
import TestTraits
import Testing

/// Kinds with `sign`, whose documents workers sign.
@Suite(
  .hangLimit, .needs("pyHanko", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))),
  .needs("openssl", FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct SignedJobTests {
  let authority: TestAuthority

  init() throws { authority = try TestAuthority.shared.get() }

  /// Adds the kind `signed` and a file of signers.
  func prepare(
    _ installation: TestInstallation, kind: String, signers: String, attempts: Int = 1
  ) async throws {
    _ = try installation.file(
      "home/Jobs/signed.yaml",
      "name: signed\ncomposer: note\ntemplate: note\ntimeout: 1h\nretry: {attempts: \(attempts), backoff: 1ms}\n\(kind)\n"
    )
    _ = try installation.file("home/signers.yaml", signers.replacing("KEYS", with: authority.folder.path))
    try await installation.pressrun("migrate")
  }

  func document(of id: JobID, _ installation: TestInstallation) async throws -> [UInt8] {
    let sha256 = try #require(try await installation.queue.job(id).artifact?.sha256)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: installation.artifact(sha256))))
  }

  @Test func documentsAreSignedByTheSignerOfTheirKind() async throws {
    try await authority.withServer { url in
      try await TestInstallation.with { installation in
        try await prepare(
          installation, kind: "sign: {signer: seal, reason: Issued by Example}",
          signers: """
            seal:
              key: KEYS/signer.p12
              passphrase: {file: KEYS/passphrase}
              certify: annotations
              location: Berlin
              timestamp: {url: "\(url)", ca: KEYS/authority.pem}
            """)
        let id = try await installation.enqueue("signed", Payloads.note())
        let result = try await installation.pressrun("work", "--drain", "--no-deliver")
        let signed = try await document(of: id, installation)
        #expect(try authority.verdicts(signed) == ["valid intact ENTIRE_FILE NONE ANNOTATE timestamped"])
        let text = String(decoding: signed, as: UTF8.self)
        #expect(text.contains("/Reason (Issued by Example)"))
        #expect(text.contains("/Location (Berlin)"))
        let details = try await installation.queue.job(id)
        #expect(details.attempts.last?.warnings == [])
        #expect(!"\(details) \(result.output) \(result.errors)".contains("secret words"))
      }
    }
  }

  @Test(
    .needs("SoftHSM", FileManager.default.fileExists(atPath: TestToken.library)),
    .needs("pkcs11-tool", FileManager.default.isExecutableFile(atPath: "/usr/bin/pkcs11-tool")))
  func keysInTokensSign() async throws {
    let tokens = try TestToken()
    try tokens.add()
    try tokens.add(key: "ec", id: "01")
    try await TestInstallation.with { installation in
      try await prepare(
        installation, kind: "sign: seal",
        signers: """
          seal:
            key: "pkcs11:token=Seal;object=ec"
            module: \(tokens.module)
            passphrase: {file: \(tokens.folder.path)/pin}
            certificate: KEYS/ec.pem
          """)
      let id = try await installation.enqueue("signed", Payloads.note())
      let result = try await installation.pressrun(
        ["work", "--drain", "--no-deliver"], environment: tokens.environment)
      #expect(try authority.verdicts(try await document(of: id, installation)) == ["valid intact ENTIRE_FILE NONE -"])
      let details = try await installation.queue.job(id)
      #expect(!"\(details) \(result.output) \(result.errors)".contains(TestToken.pin))

      let file = try installation.file("first.pdf", "")
      try Data(try await document(of: id, installation)).write(to: URL(fileURLWithPath: file))
      let signed = try await installation.pressrun(
        [
          "sign", file, "-o", file + ".signed", "--key", "pkcs11:token=Seal;object=ec", "--module", tokens.module,
          "--certificate", authority.path("ec.pem"), "--passphrase-file", tokens.folder.path + "/pin",
        ], environment: tokens.environment)
      #expect(!"\(signed.output) \(signed.errors)".contains(TestToken.pin))
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file + ".signed")))
      let verdicts = try authority.verdicts(bytes)
      #expect(verdicts.count == 2 && verdicts.allSatisfy { $0.hasPrefix("valid intact") }, "\(verdicts)")
    }
  }

  /// Each attempt of the job would have used one of the tries after which a token locks itself.
  @Test(
    .needs("SoftHSM", FileManager.default.fileExists(atPath: TestToken.library)))
  func wrongPINsOfTokensAreTriedOnce() async throws {
    let tokens = try TestToken()
    try tokens.add()
    try tokens.add(key: "ec", id: "01")
    try await TestInstallation.with { installation in
      let pin = try installation.file("pin", "not the pin\n")
      try await prepare(
        installation, kind: "sign: seal",
        signers: """
          seal:
            key: "pkcs11:token=Seal"
            module: \(tokens.module)
            passphrase: {file: \(pin)}
            certificate: KEYS/ec.pem
          """, attempts: 3)
      let id = try await installation.enqueue("signed", Payloads.note())
      let result = try await installation.pressrun(
        ["work", "--drain", "--no-deliver"], environment: tokens.environment, status: 1)
      let job = try await installation.queue.job(id)
      #expect(job.job.lastErrorCode == "signer_unusable")
      #expect(job.attempts.count == 3)
      // The start of the worker has tried it.
      #expect(job.attempts.allSatisfy { $0.errorMessage?.contains("not tried again") == true }, "\(job.attempts)")
      #expect(result.errors.contains("pkcs11:token=Seal: The token refuses the PIN."), "\(result.errors)")
      #expect(!"\(job) \(result.output) \(result.errors)".contains("not the pin"))
    }
  }

  @Test(arguments: [
    ("none", "signer_unknown", #"There is no signer "none"; there are mismatched, seal."#),
    ("mismatched", "signer_unusable", "The first certificate does not belong to the private key."),
  ])
  func signersThatCannotSignFailTheJob(signer: String, code: String, message: String) async throws {
    try await TestInstallation.with { installation in
      try await prepare(
        installation, kind: "sign: \(signer)",
        signers: """
          seal: {key: KEYS/ec.key, certificate: KEYS/ec.pem}
          mismatched: {key: KEYS/ec.key, certificate: KEYS/rsa.pem}
          """)
      let id = try await installation.enqueue("signed", Payloads.note())
      try await installation.drain(discards: 1)
      let job = try await installation.queue.job(id).job
      #expect(job.lastErrorCode == code)
      #expect(job.lastError?.contains(message) == true, "\(job.lastError ?? "")")

      let check = try await installation.pressrun("check", "signed", status: 1)
      #expect(check.output.contains(message), "\(check.output)")
    }
  }

  /// The attempts of the job repeat the request; then the kind decides. A document is stored with its signature only.
  @Test func anAuthorityThatDoesNotAnswerIsTriedAgain() async throws {
    let port = try ServerProcess.freePort()
    for rule in ["fail", "sign_without"] {
      try await TestInstallation.with { installation in
        try await prepare(
          installation, kind: "sign: {signer: seal, on_timestamp_failure: \(rule)}",
          signers: """
            seal:
              key: KEYS/ec.key
              certificate: KEYS/ec.pem
              timestamp: {url: "http://127.0.0.1:\(port)", ca: KEYS/authority.pem}
            """, attempts: 2)
        let id = try await installation.enqueue("signed", Payloads.note())
        try await installation.drain(delivers: false, discards: rule == "fail" ? 1 : 0)
        let details = try await installation.queue.job(id)
        #expect(details.attempts.count == 2)
        #expect(details.attempts.first?.errorCode == "timestamp_failed")
        guard rule == "sign_without" else {
          #expect(details.job.state == .discarded)
          #expect(details.artifact == nil)
          return
        }
        #expect(try #require(details.attempts.last).warnings.contains { $0.hasPrefix("signed without a timestamp") })
        let signed = try await document(of: id, installation)
        #expect(try authority.verdicts(signed) == ["valid intact ENTIRE_FILE NONE -"])
      }
    }
  }

  @Test func theCommandSignsByTheSameSigners() async throws {
    try await TestInstallation.with { installation in
      try await prepare(
        installation, kind: "sign: seal", signers: "seal: {key: KEYS/ec.key, certificate: KEYS/ec.pem, reason: Sealed}")
      let base = installation.folder + "/base.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
      let signed = installation.folder + "/signed.pdf"
      try await installation.pressrun("sign", base, "-o", signed, "--signer", "seal")
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: signed)))
      #expect(String(decoding: bytes, as: UTF8.self).contains("/Reason (Sealed)"))
      #expect(try authority.verdicts(bytes) == ["valid intact ENTIRE_FILE NONE -"])
      let refused = try await installation.pressrun(
        "sign", base, "-o", signed, "--signer", "seal", "--level", "b-t", status: 2)
      #expect(refused.errors.contains("the signer's"))
    }
  }

  @Test func bagsHaveATimestampOfTheirChain() async throws {
    try await authority.withServer { url in
      try await TestInstallation.with { installation in
        let base = installation.folder + "/base.pdf"
        try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
        try await installation.pressrun("archive", "register", "contract", base)
        let (bag, trusted) = (installation.folder + "/bag", authority.path("authority.pem"))
        try await installation.pressrun(
          "archive", "bag", "contract", "-o", bag, "--timestamp", url, "--timestamp-ca", trusted)
        let proof = try await installation.pressrun("archive", "verify", bag, "--timestamp-ca", trusted)
        #expect(proof.output.contains("a trusted authority issued its timestamp"))
        let result = try authority.openssl(
          "ts -verify -data \(bag)/data/chain.txt -in \(bag)/metadata/chain.tst -token_in -CAfile authority.pem")
        #expect(result.contains("Verification: OK"))
        // An authority that is not trusted, and a bag without a timestamp.
        let refused = try await installation.pressrun(
          "archive", "verify", bag, "--timestamp-ca", authority.path("other.pem"), status: 1)
        #expect(refused.errors.contains("metadata/chain.tst"))
        try await installation.pressrun("archive", "bag", "contract", "-o", bag + "2")
        try await installation.pressrun("archive", "verify", bag + "2")
        try await installation.pressrun("archive", "verify", bag + "2", "--timestamp-ca", trusted, status: 1)
      }
    }
  }

  /// A worker timestamps due chains on schedule; the command does so immediately.
  @Test func chainsAreTimestampedOnSchedule() async throws {
    try await authority.withServer { url in
      try await TestInstallation.with { installation in
        let base = installation.folder + "/base.pdf"
        try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
        try await installation.pressrun("archive", "register", "contract", base)
        let none = try await installation.pressrun("archive", "timestamp", "contract", status: 2)
        #expect(none.errors.contains("no timestamp authority is configured"))
        let settings = try installation.file(
          "home/timestamps.yaml", "chains: {url: \"\(url)\", ca: \(authority.path("authority.pem"))}")
        #expect(
          try await installation.pressrun("archive", "timestamp", "--due").errors.contains("nothing to timestamp"))
        try await installation.pressrun("archive", "timestamp", "unknown", status: 2)

        try await installation.database.execute(
          script: "update pressrun.due_timestamps set since = now() - interval '2 days'")
        let worker = try installation.start(["work", "--no-deliver"])
        try await installation.until {
          try await installation.count("select count(*) from pressrun.annotation_timestamps") == 1
        }
        worker.send(SIGTERM)
        _ = await worker.result()
        let proof = try await installation.pressrun("archive", "verify", "contract")
        #expect(proof.output.contains("a trusted authority issued its timestamp"))
        let bag = installation.folder + "/bag"
        try await installation.pressrun("archive", "bag", "contract", "-o", bag)
        try await installation.pressrun("archive", "verify", bag, "--timestamp-ca", authority.path("authority.pem"))
        let result = try authority.openssl(
          "ts -verify -data \(bag)/data/chain.txt -in \(bag)/metadata/timestamps/00000000.tst -token_in -CAfile authority.pem"
        )
        #expect(result.contains("Verification: OK"))

        // The settings of another authority: no timestamp is accepted any more, neither an old nor a new one.
        try "chains: {url: \"\(url)\", ca: \(authority.path("other.pem"))}".write(
          toFile: settings, atomically: true, encoding: .utf8)
        let refused = try await installation.pressrun("archive", "verify", "contract", status: 1)
        #expect(refused.errors.contains("timestamp of segment 0"))
        try "chains: {url: \"\(url)\", every: 10s}".write(toFile: settings, atomically: true, encoding: .utf8)
        let wrong = try await installation.pressrun("archive", "timestamp", status: 1)
        #expect(wrong.errors.contains("timestamps.yaml:1: chains.every: expected a time of at least a minute"))
      }
    }
  }

  private static let template = """
    <html lang=en><style>@page { size: 70mm 25mm; margin: 2mm }</style>
    <p>Signed by {{signer}}{{#reason}}, {{reason}}{{/reason}}
    """

  @Test func visibleSignaturesAreDrawnByTheirTemplate() async throws {
    try await TestInstallation.with { installation in
      let seal = try installation.file("home/seal.html", Self.template)
      try await prepare(
        installation, kind: "sign: {signer: seal, reason: For <all>}\nconformance: pdf/a-2b",
        signers: """
          seal:
            key: KEYS/ec.key
            certificate: KEYS/ec.pem
            visible: {template: seal.html, page: last, left: 20mm, top: 240mm}
          """)
      let id = try await installation.enqueue("signed", Payloads.note())
      try await installation.drain()
      let signed = try await document(of: id, installation)
      #expect(try authority.verdicts(signed) == ["valid intact ENTIRE_FILE NONE -"])
      let file = installation.folder + "/signed.pdf"
      try Data(signed).write(to: URL(fileURLWithPath: file))
      #expect(try await installation.text(of: file).contains("Signed by ec, For <all>"))
      try await installation.pressrun("check-pdf", file, "--profile", "2b")

      let again = installation.folder + "/again.pdf"
      let options = [
        "sign", file, "-o", again, "--key", authority.path("rsa.key"), "--certificate", authority.path("rsa.pem"),
      ]
      try await installation.pressrun(
        options + ["--visible", seal, "--page", "first", "--left", "10mm", "--top", "5mm"])
      let twice = [UInt8](try Data(contentsOf: URL(fileURLWithPath: again)))
      #expect(try authority.verdicts(twice).allSatisfy { $0.hasPrefix("valid intact ") })
      #expect(try await installation.text(of: again).contains("Signed by rsa"))
      for (place, message) in [
        (["--left", "180mm", "--top", "5mm"], "does not fit on page"), (["--left", "1mm"], "needs --top"),
        (["--left", "1mm", "--top", "1mm", "--page", "9"], "is for page 9"),
      ] {
        let refused = try await installation.pressrun(options + ["--visible", seal] + place, status: 2)
        #expect(refused.errors.contains(message), "\(refused.errors)")
      }
    }
  }
}
