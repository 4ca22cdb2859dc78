import Delivery
import Foundation
import JobQueue
import Networking
import TestSupport
import TestTraits
import Testing

/// Webhooks from the enqueue to the receiver, through the built command.
@Suite(
  .hangLimit, .needs("standardwebhooks", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))))
struct WebhookTests {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  private struct Message: Decodable {
    struct Body: Decodable {
      struct Content: Decodable {
        struct Document: Decodable { var content: String? }
        var job: Int64
        var document: Document?
      }
      var type: String
      var data: Content
    }
    var path: String
    var body: Body
  }

  @Test func `a note and the events of its job reach their receivers`() async throws {
    let port = try ServerProcess.freePort()
    let program = repository + "/Tests/DeliveryTests/Webhook/webhook_server.py"
    let server = try await ServerProcess(
      [TestPython.program("python"), program, "\(port)", Self.secret], ready: .output("ready"))
    defer { server.stop() }
    try await TestInstallation.with { installation in
      _ = try installation.file(
        "home/Jobs/destinations.yaml",
        """
        webhook:
          notes:
            url: http://127.0.0.1:\(port)/document?key=hidden
            secrets: [{ env: TEST_WEBHOOK_SECRET }]
            artifact: inline
            inline_limit: 4000000
            allowed_networks: [127.0.0.0/8]
          audit:
            url: http://127.0.0.1:\(port)/event
            secrets: [{ env: TEST_WEBHOOK_SECRET }]
            artifact: none
            allowed_networks: [127.0.0.0/8]
        """)
      try await installation.pressrun("migrate")
      try await PolicyStore(queue: installation.queue).set(Policy(allowed: ["webhook:*"], denied: []), for: "acme")
      try await installation.pressrun(
        "webhooks", "add", "webhook:audit", "--tenant", "acme", "--event", "pressrun.job.completed")
      let list = try await installation.pressrun("webhooks", "list", "--json").lines
      #expect(list.count == 1 && list[0].contains("webhook:audit"))
      let job = try await installation.enqueue(
        "note", Payloads.note(body: "<p>All four lines run.</p>"), "--destination", "webhook:notes", "--tenant", "acme")
      let environment = ["TEST_WEBHOOK_SECRET": Self.secret]
      let work = try await installation.start(
        ["work", "--drain", "--concurrency", "1"], environment: environment
      ).result()
      #expect(work.status == 0 && !work.errors.contains(Self.secret), "\(work.errors)")
      _ = try await installation.database.query("select pressrun.deliver_events()")
      let deliver = try await installation.start(["deliver", "--drain"], environment: environment).result()
      #expect(deliver.status == 0, "\(deliver.errors)")

      let client = HTTPClient(addresses: .withLoopback)
      let answer = try await client.send(
        HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/received", responseLimit: 64 << 20))
      let messages = try JSONDecoder().decode([Message].self, from: Data(answer.body))
      let document = try #require(messages.first { $0.path == "/document?key=hidden" }?.body)
      #expect(document.type == "pressrun.document.sent" && document.data.job == job.rawValue)
      let bytes = try #require(document.data.document?.content.flatMap { Data(base64Encoded: $0) })
      #expect(bytes.starts(with: Data("%PDF-".utf8)))
      #expect(bytes.count == (try await installation.queue.job(job).artifact?.bytes).map { Int($0) })
      let event = try #require(messages.first { $0.path == "/event" }?.body)
      #expect(event.type == "pressrun.job.completed" && event.data.job == job.rawValue)
      #expect(messages.count == 2)

      let receipts = try await DeliveryQueue(installation.queue).list().compactMap(\.receipt)
      #expect(receipts.count == 2)
      try await installation.pressrun("webhooks", "remove", "1")
      try await installation.pressrun("webhooks", "remove", "1", status: 1)
    }
  }
}
