import JobQueue
import Postgres
import TestTraits
import Testing

@testable import Delivery

/// Deliveries requested after completion; lists, bulk operations and counts.
@Suite(.hangLimit) struct ShareTests {
  /// With `standard_conforming_strings = off`, which any login can set, the patterns of destinations were syntax errors.
  @Test(arguments: [
    ("email:pm@fund.example", true), ("webhook:https://x.a.example/%C3%A9?q=1", true), ("folder", true),
    (#"webhook:https://x.a.example/\x"#, false), ("email:pm@other.example", false), ("webhook:https://[::1]/", false),
    ("email:a b@fund.example", false), ("webhook:https://xxa.example/", false),
  ])
  func settingsOfTheCallerDoNotChangeDestinations(destination: String, isAllowed: Bool) async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.queue.setPolicy(
        of: "acme", sharing: true, allowed: ["email:*@fund.example", "webhook:https://*.a.example/*", "folder"],
        denied: [])
      for setting in ["on", "off"] {
        try await test.database.transaction { connection in
          try await connection.execute(
            script: "set local standard_conforming_strings = \(setting); set local array_nulls = \(setting)")
          var code: String?
          do {
            _ = try await connection.query(
              "select * from pressrun.enqueue('note', '{}', tenant => 'acme', destination => $1)", [.text(destination)])
          } catch let error as PostgresError {
            code = error.sqlState
          }
          #expect(isAllowed ? code == nil : code == "PR002" || code == "PR003", "\(setting): \(code ?? "allowed")")
          try await connection.execute(script: "rollback; begin")
        }
      }
    }
  }

  @Test func completedJobIsSharedAnyNumberOfTimes() async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete(tenant: "acme")
      let options = Array(#"{"subject": "x"}"#.utf8)
      let ids = [
        try await test.deliveries.share(job, with: "email:pm@fund.example", options: options),
        try await test.deliveries.share(job, with: "folder:out/2026"),
      ]
      #expect(try await test.deliveries.list(DeliveryFilter(job: job)).map(\.id) == ids.reversed())
      let details = try await test.deliveries.show(ids[0])
      #expect(details.options == options && details.delivery.isChosen && details.delivery.tenant == "acme")
      #expect(try await Set(test.claim(9).map(\.id)) == Set(ids))
    }
  }

  @Test func shareWithSeveralDestinationsIsAllOrNothing() async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete()
      await #expect(throws: QueueError.self) { try await test.deliveries.share(job, with: ["folder", "nonsense:x"]) }
      #expect(try await test.deliveries.list().isEmpty)
      let ids = try await test.deliveries.share(job, with: ["folder", "email:a@b.example"])
      #expect(try await test.deliveries.list().map(\.destination) == ["email:a@b.example", "folder"])
      #expect(ids.count == 2 && ids[0].rawValue < ids[1].rawValue)
    }
  }

  /// A list with an address twice sent the document twice.
  @Test(arguments: [["folder", "folder"], ["email:pm@fund.example", "folder", "email:PM@Fund.example"]])
  func aDestinationThatIsNamedTwiceIsRefused(destinations: [String]) async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete()
      let error = await #expect(throws: QueueError.self) {
        try await test.deliveries.share(job, with: destinations)
      }
      #expect(error?.code == .invalidDestination && error?.message.contains("twice") == true)
      #expect(try await test.deliveries.list().isEmpty)
    }
  }

  @Test func shareIsRefusedWithTheReason() async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete(tenant: "acme")
      let waiting = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8)))
      let delivery = try await test.deliveries.share(job, with: "folder")
      try await test.queue.setPolicy(of: "acme", sharing: true, allowed: ["folder"], denied: [])
      for (id, destination, options, code) in [
        (job, "email:a@b.example", nil, QueueError.Code.destinationDenied), (job, "none", nil, .invalidDestination),
        (job, "nonsense:x", nil, .invalidDestination), (job, "folder", "[1]", .invalidArgument),
        (job, "folder", #"{"a": "\#(String(repeating: "x", count: 17_000))"}"#, .invalidArgument),
        (waiting.id, "folder", nil, .wrongState), (delivery, "folder", nil, .unknownJob),
        (JobID(rawValue: 4711), "folder", nil, .unknownJob),
      ] {
        let error = await #expect(throws: QueueError.self) {
          try await test.deliveries.share(id, with: destination, options: options.map { Array($0.utf8) })
        }
        #expect(error?.code == code, "\(id) \(destination): \(String(describing: error))")
      }
    }
  }

  @Test func optionsAreCheckedAtEnqueue() async throws {
    try await DeliveryFixture.with { test async throws in
      for options in ["[]", #""x""#, #"{"a": "\#(String(repeating: "x", count: 17_000))"}"#] {
        let job = NewJob(
          kind: "note", payload: Array("{}".utf8), destination: "folder", deliveryOptions: Array(options.utf8))
        for enqueue in [{ _ = try await test.queue.enqueue(job) }, { _ = try await test.queue.enqueue(many: [job]) }] {
          let error = await #expect(throws: QueueError.self) { try await enqueue() }
          #expect(error?.code == .invalidArgument)
        }
      }
    }
  }

  @Test func optionsOfManyJobsReachTheirDeliveries() async throws {
    try await DeliveryFixture.with { test async throws in
      let jobs = (0..<250).map { _ in
        NewJob(
          kind: "note", payload: Array("{}".utf8), destination: "folder", deliveryOptions: Array(#"{"a": 1}"#.utf8))
      }
      _ = try await test.queue.enqueue(many: jobs)
      let claimed = try await test.queue.claim(worker: test.worker, limit: 250, lease: .seconds(3600))
      _ = try await test.queue.complete(
        many: claimed.map { ($0.ref, Completion(artifact: DeliveryFixture.artifact)) })
      #expect(
        try await test.count("select count(*)::int from pressrun.deliveries where options ->> 'a' = '1' and chosen")
          == 250)
      #expect(try await test.count("select count(*)::int from pressrun.lanes") <= 1)
      #expect(try await test.claim(300, capacity: DeliveryCapacity(perQueue: 300)).count == 250)
    }
  }

  @Test func listFiltersAndPages() async throws {
    try await DeliveryFixture.with { test async throws in
      let email = try await test.request()
      let folder = try await test.request("folder:out", tenant: "acme")
      let claimed = try #require(
        try await test.claim(1, capacity: DeliveryCapacity(perQueue: 0, queues: ["deliveries.folder.out": 1])).first)
      _ = try await test.deliveries.fail(claimed.ref, SendError(code: "disk_full", message: "", retry: .never))
      let list: (DeliveryFilter) async throws -> [JobID] = { try await test.deliveries.list($0).map(\.id) }
      #expect(try await list(DeliveryFilter()) == [folder, email])
      #expect(try await list(DeliveryFilter(limit: 1)) == [folder])
      #expect(try await list(DeliveryFilter(before: folder)) == [email])
      #expect(try await list(DeliveryFilter(states: [.failed, .refused])) == [folder])
      #expect(try await list(DeliveryFilter(destination: "folder")) == [folder])
      #expect(try await list(DeliveryFilter(destination: "email:pm@fund.example")) == [email])
      #expect(try await list(DeliveryFilter(tenant: "acme")) == [folder])
      #expect(try await list(DeliveryFilter(queue: "deliveries.email")) == [email])
      #expect(try await list(DeliveryFilter(job: claimed.job)) == [folder])
      #expect(try await list(DeliveryFilter(errorCode: "disk_full")) == [folder])
    }
  }

  @Test func listReadsDeliveriesInTheOrderOfTheirIds() async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination)
          select 'deliver.folder', 'deliveries.folder', 'acme', 'completed', now(), 20, 'folder'
          from generate_series(1, 30000) n;
          insert into pressrun.deliveries
            (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at)
          select id, id + 100000, 'note', 'acme', 'folder', 'deliveries.folder', true, '{}', repeat('0', 64), 1,
            'application/pdf', now() from pressrun.jobs;
          insert into pressrun.attempts
            (job_id, lease, attempt, kind, ready_at, started_at, finished_at, outcome)
          select id, 1, 1, 'deliver.folder', now(), now(), now(), 'completed' from pressrun.jobs;
          analyze pressrun.jobs; analyze pressrun.deliveries; analyze pressrun.attempts;
          """)
      for (job, indexes) in [
        (nil, ["deliveries_pkey", "jobs_pkey"]), (Int64(100_007), ["deliveries_job", "jobs_pkey", "attempts_pkey"]),
      ] {
        let plan = try await test.database.query(
          Statement("explain " + Statements.deliveries.sql),
          [.texts([]), .null, .null, .null, job.map { .integer($0) } ?? .null, .null, .null, .integer(100)]
        ).map { try $0.decode(0, as: String.self) }.joined(separator: "\n")
        for index in indexes { #expect(plan.contains(index), "\(plan)") }
        #expect(!plan.contains("Seq Scan"), "\(plan)")
      }
    }
  }

  @Test func deliveriesAreRetriedAndCancelledByFilter() async throws {
    try await DeliveryFixture.with { test async throws in
      var ids: [JobID] = []
      for index in 0..<130 { ids.append(try await test.request(index % 2 == 0 ? "folder" : "print")) }
      let claimed = try await test.claim(200, capacity: DeliveryCapacity(perQueue: 200))
      #expect(claimed.count == 130)
      for delivery in claimed {
        _ = try await test.deliveries.fail(delivery.ref, SendError(code: "bad", message: "", retry: .never))
      }
      var done: [JobID] = []
      try await test.deliveries.retry(matching: DeliveryFilter(destination: "folder", errorCode: "bad")) { part in
        #expect(part.allSatisfy { $0.problem == nil })
        done += part.map(\.id)
      }
      #expect(done == stride(from: 0, to: 130, by: 2).map { ids[$0] })
      done = []
      try await test.deliveries.cancel(matching: DeliveryFilter(queue: "deliveries.folder")) { done += $0.map(\.id) }
      #expect(done.count == 65)
      #expect(try await test.deliveries.list(DeliveryFilter(states: [.cancelled])).count == 65)
      #expect(try await test.deliveries.list(DeliveryFilter(states: [.failed])).count == 65)
    }
  }

  @Test func countsSayWhatWasChosenAndWhatBecameOfIt() async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "note", maxAttempts: 3, defaultDestination: "folder")])
      try await test.complete()
      let job = try await test.complete("email:pm@fund.example")
      _ = try await test.deliveries.share(job, with: "email:pm@fund.example")
      let claimed = try await test.claim(9)
      for delivery in claimed {
        if delivery.destination == "folder" {
          _ = try await test.deliveries.refuse(delivery.ref, rule: "r")
        } else if delivery.job == job, delivery.id == claimed.last(where: { $0.destination != "folder" })?.id {
          _ = try await test.deliveries.fail(delivery.ref, SendError(code: "bad", message: "", retry: .never))
        } else {
          _ = try await test.deliveries.complete(many: [(delivery.ref, DeliveryFixture.receipt())])
        }
      }
      let counts: Statement = """
        select concat_ws(' ', destination_kind, documents, by_default, delivered, failed, refused)
        from pressrun.destination_counts order by 1
        """
      for _ in 1...2 {
        // Before and after the deltas are applied.
        #expect(
          try await test.database.query(counts).map { try $0.decode(0, as: String.self) }
            == ["email 2 0 1 1 0", "folder 0 1 0 0 1"])
        try await test.database.execute(script: "select pressrun.apply_counter_deltas()")
      }
    }
  }
}
