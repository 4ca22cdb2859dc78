import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

/// The public interface of the library: this target has no access to `package` declarations.
@Suite(.hangLimit) struct ProducerTests {
  private static func withProducer(_ body: @Sendable (Database, JobQueue) async throws -> Void) async throws {
    try await withMigratedDatabase { url in
      let database = Database(url: url)
      let register = "select pressrun.register_kind('note', 'default', 5, 2, 600, 0.2, 60, null, '{}', '{}')"
      _ = try await database.query(Statement(register))
      _ = try await database.query("create table notes (title text)")
      try await body(database, JobQueue(database: database))
      await database.close()
    }
  }

  private static func url(of owner: Database, role: String) -> String {
    owner.configuration.url + "&options=-c%20role%3D\(role)"
  }

  private static func note(_ title: String) -> NewJob {
    NewJob(kind: "note", payload: Array("{\"title\": \"\(title)\", \"body\": \"\"}".utf8), tenant: "fund")
  }

  private static func notes(_ database: Database) async throws -> Int {
    try await database.query("select count(*) from notes").single().decode(0)
  }

  @Test func jobIsCommittedWithTheProducersRows() async throws {
    try await Self.withProducer { (database, queue) async throws in
      let made = try await database.transaction { connection in
        _ = try await connection.query("insert into notes values ($1)", [.text("a")])
        return try await queue.enqueue(Self.note("a"), in: connection)
      }
      #expect(made.inserted)
      #expect(try await queue.job(made.id).job.tenant == "fund")
      #expect(try await Self.notes(database) == 1)
    }
  }

  @Test func rolledBackTransactionLeavesNeitherJobNorRows() async throws {
    struct GivenUp: Error {}
    try await Self.withProducer { (database, queue) async throws in
      await #expect(throws: GivenUp.self) {
        try await database.transaction { connection in
          _ = try await connection.query("insert into notes values ('a')")
          _ = try await queue.enqueue(Self.note("a"), in: connection)
          _ = try await queue.enqueue(many: (1...500).map { Self.note("\($0)") }, in: connection)
          throw GivenUp()
        }
      }
      #expect(try await queue.jobs().isEmpty)
      #expect(try await Self.notes(database) == 0)
    }
  }

  @Test func refusedJobFailsTheTransaction() async throws {
    try await Self.withProducer { (database, queue) async throws in
      let error = await #expect(throws: QueueError.self) {
        try await database.transaction { connection in
          _ = try await connection.query("insert into notes values ('a')")
          _ = try await queue.enqueue(NewJob(kind: "nonsense", payload: Array("{}".utf8)), in: connection)
        }
      }
      #expect(error?.code == .unknownKind)
      #expect(try await Self.notes(database) == 0)
    }
  }

  @Test func manyJobsAreEnqueuedInOrderInOneTransaction() async throws {
    try await Self.withProducer { (database, queue) async throws in
      let made = try await database.transaction { connection in
        _ = try await connection.query("insert into notes select 'n' from generate_series(1, 500)")
        return try await queue.enqueue(many: (1...500).map { Self.note("\($0)") }, in: connection)
      }
      #expect(made.count == 500)
      #expect(made.map(\.id.rawValue) == made.map(\.id.rawValue).sorted())
      #expect(try await queue.jobs(JobFilter(tenant: "fund", limit: 1000)).count == 500)
      #expect(try await Self.notes(database) == 500)
    }
  }

  @Test func producerRoleMayEnqueueAndReadNothing() async throws {
    try await Self.withProducer { (owner, _) async throws in
      let database = Database(url: Self.url(of: owner, role: "pressrun_producer"))
      let queue = JobQueue(database: database)
      try await queue.openBatch("b", tenant: "fund")
      var job = Self.note("a")
      job.batch = "b"
      #expect(try await queue.enqueue(job).inserted)
      #expect(try await queue.enqueue(many: (1...300).map { Self.note("\($0)") }).count == 300)
      try await queue.closeBatch("b", tenant: "fund")
      let error = await #expect(throws: PostgresError.self) { try await queue.jobs() }
      #expect(error?.sqlState == "42501")
      await database.close()
    }
  }

  @Test func sameUniqueKeyIsTheSameJob() async throws {
    try await Self.withProducer { (_, queue) async throws in
      var job = Self.note("a")
      job.uniqueKey = "report-7"
      let first = try await queue.enqueue(job)
      #expect(try await queue.enqueue(job) == Enqueued(id: first.id, inserted: false))
    }
  }

  @Test func jobCanBeFollowedToItsEnd() async throws {
    try await Self.withProducer { (_, queue) async throws in
      let made = try await queue.enqueue(Self.note("a"))
      #expect(try await queue.job(made.id).job.state == .available)
      #expect(try await queue.cancel(made.id) == .cancelled)
      #expect(try await queue.finished([made.id]).map(\.state) == [.cancelled])
      #expect(try await queue.events().map(\.job) == [made.id])
    }
  }

  @Test func monitorRoleMayReadAndChangeNothing() async throws {
    try await Self.withProducer { (owner, producer) async throws in
      let made = try await producer.enqueue(Self.note("a"))
      let database = Database(url: Self.url(of: owner, role: "pressrun_monitor"))
      let queue = JobQueue(database: database)
      #expect(try await queue.job(made.id).job.state == .available)
      let error = await #expect(throws: PostgresError.self) { try await queue.cancel(made.id) }
      #expect(error?.sqlState == "42501")
      try await producer.cancel(made.id)
      #expect(try await queue.finished([made.id]).map(\.state) == [.cancelled])
      #expect(try await queue.events().map(\.job) == [made.id])
      await database.close()
    }
  }

  @Test func waitingForAnUnknownJobThrows() async throws {
    try await Self.withProducer { (_, queue) async throws in
      let error = await #expect(throws: QueueError.self) { try await queue.finished([JobID(rawValue: 7)]) }
      #expect(error?.code == .unknownJob)
    }
  }
}
