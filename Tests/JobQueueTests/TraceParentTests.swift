import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// W3C Trace Context, sections 3.2 and 4.3.
@Suite(.hangLimit) struct TraceParentTests {
  private static let valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  /// Headers, and what is stored for them.
  private static let headers: [(String, String?)] = [
    (valid, valid),
    (
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
    ),
    // Reserved flags are cleared.
    (
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03"
    ),
    (
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-f8",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
    ),
    // Later versions may have more fields.
    ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", valid),
    ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what the future brings", valid),
    ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.what", nil),
    ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-\n", nil),
    ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", nil),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more", nil),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0", nil),
    ("00-00000000000000000000000000000000-b7ad6b7169203331-01", nil),
    ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", nil),
    ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", nil),
    ("00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01", nil),
    ("00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01", nil),
    ("0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", nil),
    (" " + valid, nil), (valid + " ", nil), (valid + "\n", nil), ("", nil), ("é" + valid, nil),
    ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-" + String(repeating: "x", count: 600), nil),
  ]

  @Test func invalidHeadersAreIgnoredByTheLibraryAndBySQL() async throws {
    try await QueueFixture.withQueue { test async throws in
      for (header, expected) in Self.headers {
        #expect(TraceParent(header)?.text == expected, "\(header)")
        let stored = try await test.database.query(
          "select pressrun.canonical_traceparent($1)", [.text(header)]
        ).single().decode(0, as: String?.self)
        #expect(stored == expected, "\(header)")
      }
    }
  }

  @Test func traceOfAJobIsStoredHoweverItIsEnqueued() async throws {
    try await QueueFixture.withQueue { test async throws in
      let trace = TraceParent(Self.valid)
      #expect(trace?.traceID == "0af7651916cd43dd8448eb211c80319c")
      func job() -> NewJob { NewJob(kind: "note", payload: Array("{}".utf8), traceParent: trace) }
      // The second one uses the cached validation of the first.
      for _ in 0..<2 {
        let id = try await test.queue.enqueue(job()).id
        #expect(try await test.queue.job(id).job.traceParent == trace)
      }
      for count in [2, 300] {
        let ids = try await test.queue.enqueue(many: (0..<count).map { _ in job() }).map(\.id)
        #expect(try await test.queue.job(ids[count - 1]).job.traceParent == trace)
      }
      var keyed = job()
      keyed.uniqueKey = "k"
      let id = try await test.queue.enqueue(many: [keyed])[0].id
      #expect(try await test.queue.job(id).job.traceParent == trace)
      #expect(try await test.count("select count(*)::int from pressrun.jobs where traceparent is null") == 0)
      #expect(try await test.claim(1).first?.traceParent == trace)
    }
  }

  @Test func invalidTraceDoesNotFailTheEnqueue() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.database.query("select pressrun.enqueue('note', '{}', traceparent => 'x')")
      _ = try await test.database.query("select pressrun.enqueue_many('note', array['{}'::json], traceparent => 'x')")
      #expect(try await test.count("select count(*)::int from pressrun.jobs where traceparent is null") == 2)
    }
  }

  /// The extension "Distributed Tracing" of CloudEvents.
  @Test func eventsHaveTheTraceOfTheirJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      for isTraced in [true, false] {
        try await test.enqueue { $0.traceParent = isTraced ? TraceParent(Self.valid) : nil }
        let completed = try #require(try await test.claim(1).first)
        _ = try await test.queue.complete(completed.ref, Completion(artifact: nil))
        let cancelled = try await test.enqueue { $0.traceParent = isTraced ? TraceParent(Self.valid) : nil }
        try await test.queue.cancel(cancelled)
        for id in [completed.ref.job, cancelled] {
          let found = try await test.database.query(
            "select record->>'traceparent' from pressrun.events where job_id = $1", [.integer(id.rawValue)]
          ).single().decode(0, as: String?.self)
          #expect(found == (isTraced ? Self.valid : nil))
        }
      }
    }
  }
}
