import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Mails from the enqueue to the mail server, through the built command.
@Suite(.hangLimit, .needs("aiosmtpd", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))))
struct EmailTests {
  @Test func noteReachesItsRecipientAsBodyAndAttachment() async throws {
    let port = try ServerProcess.freePort()
    let servers = repository + "/Tests/DeliveryTests/Email/Servers/"
    let server = try await ServerProcess(
      [
        "sh", servers + "mail_server.sh", TestPython.program("python"), servers + "mail_server.py", "\(port)=auth",
      ], ready: .output("ready"))
    try await TestInstallation.with { installation in
      _ = try installation.file(
        "home/Jobs/destinations.yaml",
        """
        email:
          server: smtp://127.0.0.1:\(port)
          from: reports@fund.example
          user: relay
          password: { env: TEST_SMTP_PASSWORD }
          ca_file: \(server.folder)/valid.crt
          content: both
          subject: "{payload.title} ({kind})"
          allowed_networks: [127.0.0.0/8]
        """)
      try await installation.pressrun("migrate")
      try await PolicyStore(queue: installation.queue).set(Policy(allowed: ["email"], denied: []), for: "acme")
      // A file of the job is part of the mail.
      try AssetTests.picture.write(to: URL(fileURLWithPath: installation.folder + "/logo.png"))
      let put = try await installation.pressrun("assets", "put", installation.folder + "/logo.png", "--tenant", "acme")
      let job = try await installation.enqueue(
        "note", Payloads.note(body: "<p>All <b>four</b> lines run.</p><img src='logo.png' alt='logo'>"),
        "--destination", "email:pm@test.example", "--tenant", "acme", "--asset",
        "logo.png=\(try #require(put.lines.first))")
      let result = try await installation.start(
        ["work", "--drain", "--concurrency", "1"], environment: ["TEST_SMTP_PASSWORD": "secret"]
      ).result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.errors.contains("secret"))

      let data = try Data(contentsOf: URL(fileURLWithPath: server.folder + "/mail-1.json"))
      let mail = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(mail["to"] as? [String] == ["pm@test.example"])
      #expect(mail["tls"] as? Bool == true)
      #expect(mail["user"] as? String == "relay")
      let headers = try #require(mail["headers"] as? [[String]])
      #expect(headers.contains(["Subject", "Site visit (note)"]))
      let parts = try #require(mail["parts"] as? [[String: Any]])
      let types = parts.compactMap { $0["type"] as? String }
      #expect(
        types == [
          "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
          "application/pdf",
        ])
      #expect((parts[2]["text"] as? String)?.contains("All four lines run.") == true)
      #expect((parts[4]["text"] as? String)?.contains("max-width: 640px") == true)
      let artifact = try #require(try await installation.queue.job(job).artifact)
      #expect(parts[6]["sha256"] as? String == artifact.sha256)
      #expect(!FileManager.default.fileExists(atPath: server.folder + "/mail-2.json"))

      let delivered = try await installation.database.query(
        "select receipt->>'protocol', receipt->>'remoteID' from pressrun.deliveries where receipt is not null", [])
      let row = delivered[delivered.startIndex]
      #expect(try row.decode(0, as: String.self) == "smtp")
      let id = try row.decode(1, as: String.self)
      #expect(headers.contains { $0[0].lowercased() == "message-id" && $0[1] == id })
    }
  }
}
