import Foundation
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Archives

/// The chains that are due for a timestamp, and the records of timestamps. No authority is asked.
@Suite(.hangLimit) struct ChainTimestampTests {
  static let base = String(repeating: "a", count: 64)

  struct Fixture: Sendable {
    let test: TestDatabase
    var documents: DocumentStore { DocumentStore(test.queue, tenant: "acme") }
    var timestamps: ChainTimestamps { ChainTimestamps(test.queue) }

    func register(_ name: String) async throws {
      try await documents.register(document: name, baseSHA256: base, baseBytes: 100)
    }

    @discardableResult func add(_ id: String, to document: String = "doc") async throws -> AddedSegment {
      try await documents.add(
        NewSegment(clientID: id, parent: base, format: .pdf, bytes: [1, 2, 3]), to: document)
    }

    /// Number of documents that wait.
    func waiting() async throws -> Int {
      try await test.database.query("select count(*) from pressrun.due_timestamps").single().decode(0)
    }

    func claim(_ document: String? = nil) async throws -> DueTimestamp? {
      try await timestamps.claim(age: .zero, document: document.map { ("acme", $0) })
    }

    func endLeases() async throws {
      try await test.database.execute(script: "update pressrun.due_timestamps set next_attempt_at = '-infinity'")
    }
  }

  func withFixture(_ body: @Sendable (Fixture) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test in try await body(Fixture(test: test)) }
  }

  @Test func oneTimestampCoversAllSegmentsSoFar() async throws {
    try await withFixture { test in
      try await test.register("doc")
      let first = try #require(try await test.claim())
      #expect((first.tenant, first.document, first.sequence, first.failures) == ("acme", "doc", 0, 0))
      #expect(first.chain == "0 \(Self.base)\n")
      try await test.timestamps.record([7], of: first, authority: "http://a")
      #expect(try await test.waiting() == 0)
      #expect(try await test.claim() == nil)

      let chains = [try await test.add("1").chain, try await test.add("2").chain]
      let second = try #require(try await test.claim())
      #expect(second.sequence == 2)
      #expect(second.chain == "0 \(Self.base)\n1 \(chains[0])\n2 \(chains[1])\n")
      // A segment that arrives during the request waits for the next timestamp.
      try await test.add("3")
      try await test.timestamps.record([8, 9], of: second, authority: "http://a")
      #expect(try await test.claim()?.sequence == 3)
      let stored = try await test.documents.timestamps(of: "doc")
      #expect(stored.map(\.sequence) == [0, 2] && stored.map(\.token) == [[7], [8, 9]])
      #expect(try await test.documents.timestamps(of: "doc", through: 1).count == 1)
      #expect(try await DocumentStore(test.test.queue, tenant: "other").timestamps(of: "doc").isEmpty)
      let overview = try await test.test.database.query(
        "select timestamped_segments, timestamp_error from pressrun.annotation_overview where document = 'doc'"
      ).single()
      #expect(try overview.decode(0, as: Int.self) == 2)
    }
  }

  @Test func aChainIsDueWhenItsFirstSegmentHasWaited() async throws {
    try await withFixture { test in
      try await test.register("doc")
      #expect(try await test.timestamps.claim(age: .seconds(3600)) == nil)
      try await test.test.database.execute(
        script: "update pressrun.due_timestamps set since = now() - interval '59 minutes'")
      try await test.add("1")
      #expect(try await test.timestamps.claim(age: .seconds(3600)) == nil)
      try await test.test.database.execute(
        script: "update pressrun.due_timestamps set since = now() - interval '61 minutes'")
      #expect(try await test.timestamps.claim(age: .seconds(3600))?.sequence == 1)
    }
  }

  @Test func aDocumentIsClaimedOnce() async throws {
    try await withFixture { test in
      for name in ["a", "b"] { try await test.register(name) }
      #expect(try await test.claim()?.document == "a")
      #expect(try await test.claim()?.document == "b")
      #expect(try await test.claim() == nil)
      // A process that ends without a result: the lease ends.
      try await test.endLeases()
      #expect(try await test.claim()?.document == "a")
    }
  }

  @Test func failuresAreCountedAndPaused() async throws {
    try await withFixture { test in
      try await test.register("doc")
      for count in 0..<2 {
        let due = try #require(try await test.claim())
        #expect(due.failures == count)
        try await test.timestamps.record(failure: "no answer", of: due, pause: .seconds(60))
        #expect(try await test.claim() == nil)
        // By name it is claimed at once.
        #expect(try await test.claim("doc")?.failures == count + 1)
        try await test.endLeases()
      }
      let row = try await test.test.database.query(
        "select timestamp_error from pressrun.annotation_overview where document = 'doc'"
      ).single()
      #expect(try row.decode(0, as: String.self) == "no answer")
      let due = try #require(try await test.claim())
      try await test.timestamps.record([1], of: due, authority: "http://a")
      try await test.add("1")
      #expect(try await test.claim()?.failures == 0)
    }
  }

  @Test func theFirstTimestampIsKept() async throws {
    try await withFixture { test in
      try await test.register("doc")
      let due = try #require(try await test.claim())
      try await test.timestamps.record([1], of: due, authority: "http://a")
      try await test.timestamps.record([2], of: due, authority: "http://b")
      #expect(try await test.documents.timestamps(of: "doc").map(\.token) == [[1]])
      var unknown = due
      unknown.sequence = 5
      let error = await #expect(throws: QueueError.self) {
        try await test.timestamps.record([1], of: unknown, authority: "http://a")
      }
      #expect(error?.code == .unknownDocument)
      for change in [
        "update pressrun.annotation_timestamps set token = 'x'", "delete from pressrun.annotation_timestamps",
      ] {
        await #expect(throws: PostgresError.self) { try await test.test.database.execute(script: change) }
      }
    }
  }

  @Test func aClaimReadsOneRowOfMany() async throws {
    try await withFixture { test in
      try await test.test.database.execute(
        script: """
          insert into pressrun.due_timestamps (tenant, document, since)
          select 't', 'd' || n, now() - n * interval '1 second' from generate_series(1, 20000) n;
          analyze pressrun.due_timestamps;
          """)
      let plan = try await test.test.database.query(
        """
        explain select * from pressrun.due_timestamps t
        where t.since <= now() - interval '1 day' and t.next_attempt_at <= now() order by t.since limit 1
        """
      ).map { try $0.decode(0, as: String.self) }.joined()
      #expect(plan.contains("Index Scan using due_timestamps_since"), "\(plan)")
    }
  }
}
