import JobQueue
import Postgres
import TestTraits
import Testing

@testable import Delivery

/// The deliveries that relays claim, and their order.
@Suite(.hangLimit) struct DeliveryClaimTests {
  @Test func workersNeverClaimDeliveries() async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.request()
      for queues in [[], ["deliveries.email"], ["deliveries.*"], ["default", "deliveries.email"]] {
        #expect(
          try await test.queue.claim(worker: test.worker, queues: queues, limit: 9, lease: .seconds(3600)).isEmpty)
      }
      #expect(try await test.queue.pending().total == 0, "a worker that stops when nothing is left does not wait")
      #expect(try await test.queue.pending(queues: DeliveryQueue.allQueues).available == 1)
      #expect(try await test.claim().count == 1)
    }
  }

  @Test func relaysClaimNothingElse() async throws {
    try await DeliveryFixture.with { test async throws in
      _ = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8)))
      #expect(try await test.claim(9).isEmpty)
    }
  }

  /// A relay reads these files to compose the document as the body of a mail.
  @Test func filesOfTheJobCanBeReadWhileItsDeliveryRuns() async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete("email:pm@fund.example")
      let (logo, photo) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
      try await test.database.execute(
        script: """
          insert into pressrun.job_assets (job_id, path, sha256) values (\(job), 'logo.png', '\(logo)');
          insert into pressrun.job_images (job_id, address, sha256) values (\(job), 'https://cdn.example/p.png', '\(photo)');
          """)
      #expect(try await test.deliveries.assets(ofDelivered: job.rawValue).isEmpty)
      let delivery = try #require(try await test.claim().first)
      #expect(
        try await test.deliveries.assets(ofDelivered: job.rawValue)
          == ["logo.png": logo, "https://cdn.example/p.png": photo])
      _ = try await test.deliveries.fail(delivery.ref, DeliveryFixture.down)
      #expect(try await test.deliveries.assets(ofDelivered: job.rawValue).isEmpty)
    }
  }

  /// The body of a mail had the date of its completion and the present template.
  @Test func timeAndTemplateOfTheJobCanBeReadWhileItsDeliveryRuns() async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete("email:pm@fund.example")
      #expect(try await test.deliveries.source(ofDelivered: job.rawValue) == nil)
      _ = try #require(try await test.claim().first)
      let source = try #require(try await test.deliveries.source(ofDelivered: job.rawValue))
      #expect(source.enqueuedAt == (try await test.queue.job(job).job.enqueuedAt))
      #expect(source.template == nil)
      let template = String(repeating: "a", count: 64)
      try await test.database.execute(
        script: """
          with version as (
            insert into pressrun.template_versions (kind, sha256, bytes, files, first_host)
            values ('note', '\(template)', 1, 1, 'h') returning id
          )
          update pressrun.jobs set template = version.id from version where jobs.id = \(job)
          """)
      #expect(try await test.deliveries.source(ofDelivered: job.rawValue)?.template == template)
    }
  }

  @Test func deliveriesCannotBeEnqueuedAsJobs() async throws {
    try await DeliveryFixture.with { test async throws in
      var error = await #expect(throws: QueueError.self) {
        _ = try await test.queue.enqueue(NewJob(kind: "deliver.email", payload: Array("{}".utf8)))
      }
      #expect(error?.code == .unknownKind && error?.hint?.contains("deliver") == false)
      error = await #expect(throws: QueueError.self) {
        _ = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8), queue: "deliveries.email"))
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test(
    arguments: [
      ("email:a@b.example", "deliveries.email"), ("link", "deliveries.link"), ("folder", "deliveries.folder"),
      ("folder:out/2026", "deliveries.folder.out"), ("print:front-desk", "deliveries.print.front-desk"),
      ("s3:reports/2026/a", "deliveries.s3.reports"), ("webhook:billing", "deliveries.webhook.billing"),
      ("webhook:https://Hooks.example/a?b=c", "deliveries.webhook.hooks.example..acme"),
      ("webhook:https://hooks.example:8443", "deliveries.webhook.hooks.example.8443..acme"),
      // A host had the queue of the configured webhook of the same name.
      ("webhook:localhost", "deliveries.webhook.localhost"),
      ("webhook:http://localhost/a", "deliveries.webhook.localhost..acme"),
      ("webhook:http://localhost:8080/a", "deliveries.webhook.localhost.8080..acme"),
    ])
  func eachEndpointHasAQueue(destination: String, queue: String) async throws {
    try await DeliveryFixture.with { test async throws in
      let name = try await test.database.query("select pressrun.delivery_queue($1, 'acme')", [.text(destination)])
      #expect(try name.single().decode(0, as: String.self) == queue)
    }
  }

  @Test func endpointsThatDoNotFitAQueueNameGetDistinctNames() async throws {
    try await DeliveryFixture.with { test async throws in
      let long = String(repeating: "a", count: 200)
      let names = try await test.database.query(
        "select pressrun.delivery_queue(d, t) from unnest($1::text[], $2::text[]) u (d, t)",
        [
          .texts(
            ["print:Büro", "print:Bäro", "print:\(long)b", "print:\(long)c"]
              + Array(repeating: "webhook:https://[::1]/", count: 3)
              + ["webhook:https://a.example/", "webhook:https://a.example./"]),
          .texts(["t", "t", "t", "t", "t", "Büro", "Bäro", ".t", "t"]),
        ]
      ).map { try $0.decode(0, as: String.self) }
      #expect(Set(names).count == 9)
      for name in names {
        #expect(name.hasPrefix("deliveries.") && name.count <= 100)
        #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
      }
    }
  }

  @Test func destinationsAreServedInTurn() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<6 { try await test.request() }
      for _ in 0..<2 { try await test.request("webhook:https://a.example/x") }
      try await test.request("folder:out")
      let first = try await test.claim(6)
      let queues = Dictionary(grouping: first, by: \.queue).mapValues(\.count)
      #expect(
        queues == ["deliveries.email": 3, "deliveries.webhook.a.example..default": 2, "deliveries.folder.out": 1])
    }
  }

  @Test func capacityOfARelayLimitsEachQueue() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<5 {
        try await test.request()
        try await test.request("folder")
        try await test.request("print")
      }
      let claimed = try await test.claim(
        100, capacity: DeliveryCapacity(perQueue: 2, queues: ["deliveries.folder": 4, "deliveries.print": 0]))
      let queues = Dictionary(grouping: claimed, by: \.queue).mapValues(\.count)
      #expect(queues == ["deliveries.email": 2, "deliveries.folder": 4])
    }
  }

  @Test func repeatedClaimReturnsTheSameDeliveries() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<3 { try await test.request() }
      let token = ClaimToken()
      let claims = [
        try await test.deliveries.claim(relay: test.relay, limit: 2, lease: .seconds(3600), token: token),
        try await test.deliveries.claim(relay: test.relay, limit: 2, lease: .seconds(3600), token: token),
      ]
      #expect(claims[0].count == 2 && claims[0].map(\.ref) == claims[1].map(\.ref))
      #expect(try await test.claim(2).count == 1)
    }
  }

  @Test func pausedAndLimitedQueuesHoldBackOnlyTheirDeliveries() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<4 { try await test.request() }
      let folder = try await test.request("folder")
      try await test.queue.pause(.queue("deliveries.email"))
      #expect(try await test.claim(9).map(\.id) == [folder])
      try await test.queue.resume(.queue("deliveries.email"))
      try await test.queue.setLimits(of: .queue("deliveries.email"), to: Limits(maxRunning: 3))
      let claimed = try await test.claim(9)
      #expect(claimed.count == 3)
      #expect(try await test.claim(9).isEmpty)
      _ = try await test.deliveries.complete(many: [(claimed[0].ref, DeliveryFixture.receipt())])
      #expect(try await test.claim(9).count == 1)
    }
  }

  @Test func rateOfAQueueIsATokenBucket() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<5 { try await test.request() }
      try await test.queue.setLimits(of: .queue("deliveries.email"), to: Limits(rate: 0.01, burst: 2))
      #expect(try await test.claim(9).count == 2)
      #expect(try await test.claim(9).isEmpty)
      try await test.database.execute(
        script: "update pressrun.limits set refilled_at = refilled_at - interval '150 seconds'")
      #expect(try await test.claim(9).count == 1)
      #expect(try await test.claim(9).isEmpty)
    }
  }

  @Test func rateAlsoLimitsQueuesOfOtherJobs() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<5 {
        _ = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8), queue: "slow"))
      }
      _ = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8)))
      try await test.queue.setLimits(of: .queue("slow"), to: Limits(rate: 0.01, burst: 3))
      #expect(try await test.queue.claim(worker: test.worker, limit: 9, lease: .seconds(3600)).count == 4)
      #expect(try await test.queue.claim(worker: test.worker, limit: 9, lease: .seconds(3600)).isEmpty)
    }
  }

  @Test func waitingRelayIsNotifiedAndWaitingWorkerIsNot() async throws {
    try await DeliveryFixture.with { test async throws in
      #expect(try await test.claim(9).isEmpty)
      for await wakeup in test.queue.wakeups() {
        if wakeup == .connected { try await test.request() }
        if wakeup == .jobs(queue: "deliveries.email") { break }
      }
      #expect(try await test.claim(9).count == 1)
    }
  }

  @Test func retriesOfDeliveriesLeaveOtherJobsAlone() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let claimed = try #require(try await test.claim().first)
      _ = try await test.deliveries.fail(claimed.ref, SendError(code: "bad", message: "", retry: .never))
      var retried: [JobID] = []
      try await test.queue.retry(matching: JobSelection()) { retried += $0.map(\.id) }
      #expect(retried.isEmpty, "jobs retry --all does not send mails again")
      #expect(try await !test.queue.jobs().map(\.id).contains(id))
      #expect(try await test.queue.jobs(JobFilter(kind: "deliver.email")).map(\.id) == [id])
      try await test.queue.retry(matching: JobSelection(kind: "deliver.email")) { retried += $0.map(\.id) }
      #expect(retried == [id])
    }
  }
}
