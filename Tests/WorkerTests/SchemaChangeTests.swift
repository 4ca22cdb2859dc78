import Foundation
import JobQueue
import TestTraits
import Testing

@testable import Worker

/// A schema that changes while a worker runs.
@Suite(.hangLimit) struct SchemaChangeTests {
  @Test func aWorkerEndsIfTheSchemaNoLongerFitsItAfterAnOutage() async throws {
    try await withWorkerFixture { fixture in
      let worker = try fixture.worker()
      let run = Task { try await worker.run() }
      try await fixture.wait(for: try await fixture.enqueue(["echo"])[0], .completed)
      let database = fixture.queue.database
      _ = try await database.query("update pressrun.schema_compatibility set oldest_program = 9999")
      // The worker connects again.
      _ = try await database.query(
        """
        select pg_terminate_backend(a.pid) from pg_stat_activity a
        where a.datname = current_database() and a.pid <> pg_backend_pid()
        """)
      let error = await #expect(throws: QueueError.self) { _ = try await run.value }
      #expect(error?.code == .migrationMismatch)
    }
  }

  /// Such jobs were discarded, with an error about a document.
  @Test func jobsAreTriedAgainIfTheSchemaIsNotMigrated() {
    for code in [QueueError.Code.notMigrated, .migrationMismatch] {
      let failure = Worker.failure(QueueError(code: code, message: "the database lacks a function"))
      #expect(!failure.isPermanent && failure.code == "database" && failure.place.isEmpty)
    }
    let failure = Worker.failure(QueueError(code: .unknownDocument, message: "there is none"))
    #expect(failure.isPermanent && failure.code == "unknown_document")
  }
}
