import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct EnqueueTests {
  @Test func uniqueKeyHoldsForItsPeriodAfterTheJobHasFinished() async throws {
    try await QueueFixture.withQueue { test async throws in
      func enqueue() async throws -> Enqueued {
        var job = NewJob(kind: "note", payload: Array("1".utf8), uniqueKey: "k")
        job.uniqueFor = .seconds(3600)
        return try await test.queue.enqueue(job)
      }
      let first = try await enqueue()
      try await test.queue.cancel(first.id)
      #expect(try await enqueue() == Enqueued(id: first.id, inserted: false))
      _ = try await test.database.query("update pressrun.unique_keys set expires_at = now()")
      let second = try await enqueue()
      #expect(second.inserted && second.id != first.id)
    }
  }

  @Test func payloadIsStoredUnchanged() async throws {
    try await QueueFixture.withQueue { test async throws in
      let payload = Array("{ \"b\" :1.50, \"a\":\"\\u00fc \\u0000\",\n \"b\": 2}".utf8)
      let job = try await test.claimNew { $0.payload = payload }
      #expect(job.payload == payload)
    }
  }

  /// One job with such a time made lists of jobs fail.
  @Test(arguments: ["'0001-12-31 00:00Z BC'", "'10000-01-01 00:00Z'", "'infinity'", "'-infinity'"])
  func timesThatProgramsCannotReadAreRefused(time: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      // The second enqueue of a session uses the result of the validation of the first.
      _ = try await test.database.query("update pressrun.workers set waiting = false")
      try await test.database.withConnection { connection async throws in
        for _ in 0..<2 { _ = try await connection.query("select pressrun.enqueue('note', '{}')") }
        let error = await #expect(throws: PostgresError.self) {
          try await connection.query(Statement("select pressrun.enqueue('note', '{}', run_at => \(time))"))
        }
        #expect(error?.sqlState == "PR004")
        _ = try await connection.query("select pressrun.enqueue('note', '{}', run_at => '0001-01-01 00:00Z')")
      }
      #expect(try await test.queue.jobs().count == 3)
      let segment = "select pressrun.add_segment('d', 'c', 'p', 'pdf', 'x', device_time => \(time))"
      let error = await #expect(throws: PostgresError.self) { try await test.database.query(Statement(segment)) }
      #expect(error?.sqlState == "PR004")
    }
  }

  /// PostgreSQL cannot store U+0000, which JSON may have.
  @Test func deliveryOptionsWithNULAreRefused() async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.enqueue { $0.deliveryOptions = Array(#"{"output": "\u0000"}"#.utf8) }
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func storedTextsAreShortWhateverTheirCharactersAre() {
    #expect("a\0b".storable(10) == "a\u{FFFD}b")
    #expect("abcdef".storable(3) == "abc")
    let combined = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(combined.count == 1 && combined.storable(100).unicodeScalars.count == 100)
  }

  @Test func unknownKindIsRefusedWithAListOfKnownKinds() async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) { try await test.enqueue { $0.kind = "nonesuch" } }
      #expect(error?.code == .unknownKind)
      #expect(error?.hint == "Known kinds: note.")
    }
  }

  @Test(arguments: ["", "{", "{\"a\":1}}", "nul\0", "\u{1}"]) func payloadThatIsNotJSONIsRefused(text: String)
    async throws
  {
    try await QueueFixture.withQueue { test async throws in
      for isMany in [false, true] {
        let job = NewJob(kind: "note", payload: Array(text.utf8))
        let error = await #expect(throws: QueueError.self) {
          if isMany { _ = try await test.queue.enqueue(many: [job]) } else { _ = try await test.queue.enqueue(job) }
        }
        #expect(error?.code == (text.contains("\0") ? .invalidArgument : .invalidPayload))
      }
      #expect(try await test.count("select count(*) from pressrun.jobs") == 0)
    }
  }

  @Test func payloadThatIsNotUTF8IsRefused() async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) { try await test.enqueue { $0.payload = [0x22, 0xff, 0x22] } }
      #expect(error?.code == .invalidPayload)
    }
  }

  @Test func argumentsOutOfRangeAreRefused() async throws {
    try await QueueFixture.withQueue { test async throws in
      let changes: [@Sendable (inout NewJob) -> Void] = [
        { $0.tenant = "" }, { $0.tenant = "a\nb" }, { $0.maxAttempts = 0 }, { $0.uniqueKey = "" }, { $0.queue = "a b" },
        { $0.priority = .max }, { $0.runAt = Date(timeIntervalSince1970: .infinity) },
      ]
      for change in changes {
        let error = await #expect(throws: QueueError.self) { try await test.enqueue(change) }
        #expect(error?.code == .invalidArgument)
      }
    }
  }

  @Test func uniqueKeyReturnsTheUnfinishedJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = NewJob(kind: "note", payload: Array("{}".utf8), uniqueKey: "k")
      let first = try await test.queue.enqueue(job)
      #expect(first.inserted)
      #expect(try await test.queue.enqueue(job) == Enqueued(id: first.id, inserted: false))
      #expect(try await test.queue.enqueue(many: [job, job]).map(\.id) == [first.id, first.id])
      var other = job
      other.tenant = "other"
      #expect(try await test.queue.enqueue(other).inserted)
      let claimed = try #require(try await test.claim().first)
      #expect(try await !test.queue.enqueue(job).inserted)
      _ = try await test.queue.complete(claimed.ref, QueueFixture.completion)
      #expect(try await test.queue.enqueue(job).inserted)
    }
  }

  @Test func uniqueKeyHoldsUnderConcurrentInserts() async throws {
    try await QueueFixture.withQueue { test async throws in
      let answers = try await withThrowingTaskGroup(of: Enqueued.self) { group in
        for _ in 0..<40 {
          group.addTask {
            try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8), uniqueKey: "k"))
          }
        }
        return try await group.reduce(into: [Enqueued]()) { $0.append($1) }
      }
      #expect(answers.filter(\.inserted).count == 1)
      #expect(Set(answers.map(\.id)).count == 1)
    }
  }

  @Test func uniqueKeyOfATransactionInProgressIsWaitedFor() async throws {
    struct Undo: Error {}
    try await QueueFixture.withQueue { test async throws in
      let enqueue: Statement = "select inserted from pressrun.enqueue('note', '{}', unique_key => 'k')"
      do {
        try await test.database.transaction { first in
          _ = try await first.query(enqueue)
          // The second enqueue waits until its lock timeout, however long that is.
          let error = await #expect(throws: PostgresError.self) {
            try await test.database.transaction { second in
              _ = try await second.query("set local lock_timeout = 1")
              _ = try await second.query(enqueue)
            }
          }
          #expect(error?.sqlState == "55P03")
          throw Undo()
        }
      } catch is Undo {}
      #expect(try await test.database.query(enqueue).single().decode(0, as: Bool.self))
      #expect(try await test.count("select count(*) from pressrun.jobs") == 1)
    }
  }

  @Test func enqueueManyKeepsTheOrderAndIsAllOrNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      let jobs = (0..<25).map { index in
        NewJob(
          kind: "note", payload: Array("\(index)".utf8), priority: index / 10,
          uniqueKey: index % 7 == 0 ? "k\(index)" : nil)
      }
      let answers = try await test.queue.enqueue(many: jobs)
      #expect(answers.count == 25 && answers.map(\.id.rawValue) == answers.map(\.id.rawValue).sorted())
      let payloads = try await test.database.query("select payload from pressrun.payloads order by job_id")
      #expect(try payloads.map { try $0.decode(0, as: Int.self) } == Array(0..<25))
      await #expect(throws: QueueError.self) {
        try await test.queue.enqueue(many: jobs + [NewJob(kind: "nonesuch", payload: Array("1".utf8))])
      }
      #expect(try await test.count("select count(*) from pressrun.jobs") == 25)
    }
  }

  @Test func payloadCannotInjectJobsIntoAnArray() async throws {
    try await QueueFixture.withQueue { test async throws in
      for text in ["1,2", "1\",\"2", "1}\",\"{2", "NULL"] {
        await #expect(throws: QueueError.self) {
          try await test.queue.enqueue(many: [NewJob(kind: "note", payload: Array(text.utf8))])
        }
      }
    }
  }

  @Test func transactionSendsOneNotificationPerQueue() async throws {
    try await QueueFixture.withQueue { test async throws in
      var heard: [Wakeup] = []
      for await wakeup in test.queue.wakeups() {
        heard.append(wakeup)
        switch heard.count {
        case 1:
          try await test.database.transaction { connection in
            for _ in 0..<5 { _ = try await connection.query("select * from pressrun.enqueue('note', '{}')") }
          }
        case 2: _ = try await test.database.query("select * from pressrun.enqueue('note', '{}', queue => 'other')")
        default: break
        }
        if heard.count == 3 { break }
      }
      #expect(heard == [.connected, .jobs(queue: "default"), .jobs(queue: "other")])
    }
  }

  @Test func kindProvidesDefaults() async throws {
    let kind = KindSettings(
      name: "note", queue: "slow", maxAttempts: 7, timeout: .seconds(9), defaultDestination: "print")
    try await QueueFixture.withQueue(kind: kind) { test async throws in
      let job = try await test.claimNew()
      #expect(job.queue == "slow" && job.maxAttempts == 7 && job.timeout == .seconds(9) && job.destination == "print")
    }
  }

  @Test func deniedDestinationIsRefusedWithTheRule() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.setPolicy(of: "acme", allowed: ["*"], denied: ["email:*@evil.example"])
      let error = await #expect(throws: QueueError.self) {
        try await test.enqueue {
          $0.tenant = "acme"
          $0.destination = "email:x@evil.example"
        }
      }
      #expect(error?.code == .destinationDenied)
      #expect(error?.rule == "denied by rule \"email:*@evil.example\" of tenant \"acme\"")
    }
  }
}
