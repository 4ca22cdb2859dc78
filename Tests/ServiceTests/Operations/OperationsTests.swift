import Application
import ArtifactStore
import Foundation
import JobQueue
import Logging
import Monitoring
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Service
@testable import Web

@Suite(.hangLimit) struct OperationsTests {
  private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func readiness(
    migrated: Bool = true, folder: String = FileManager.default.temporaryDirectory.path,
    _ change: @Sendable (Database) async throws -> Void = { _ in },
    _ body: @escaping @Sendable (TestResponse) async throws -> Void
  ) async throws {
    try await TestDatabase.withDatabase(migrated: migrated) { test in
      try await change(test.database)
      let readiness = Readiness(queue: test.queue, store: ArtifactStore(root: folder), log: Self.log)
      try await serving(OperationsRoutes.probes(readiness)) { client in
        var anonymous = client
        anonymous.headers = [:]
        #expect(try await anonymous.send("/livez").text == "ok\n")
        try await body(try await anonymous.send("/readyz"))
      }
    }
  }

  @Test func aProcessWithDatabaseSchemaAndStoreIsReady() async throws {
    try await readiness { answer in
      #expect(answer.status == 200)
      #expect(answer.text == #"{"status":"ready","checks":{"database":"ok","store":"ok","process":"ok"}}"#)
    }
  }

  @Test func aDatabaseWithoutOrWithAnotherSchemaIsNotReady() async throws {
    try await readiness(migrated: false) { #expect($0.status == 503) }
    try await readiness { database in
      try await database.execute(
        script:
          "drop function pressrun.canonical_traceparent cascade; delete from pressrun.schema_objects where name like '%canonical_traceparent%'"
      )
    } _: { answer in
      #expect(answer.status == 503 && answer.text.contains("run pressrun migrate"))
    }
  }

  /// When the next version had changed a function or a role was created, all processes were taken out of service.
  @Test func aSchemaOfTheNextVersionIsReadyIfItServesThisOne() async throws {
    try await readiness { database in
      try await database.execute(script: "update pressrun.schema_objects set checksum = 'next' where name like '%a%'")
      try await database.execute(
        script: """
          insert into pressrun.schema_objects (name, checksum) values ('function later', 'next');
          insert into pressrun.migrations (version, name, checksum) values (9999, 'later', '');
          """)
    } _: {
      #expect($0.status == 200, "\($0.text)")
    }
    try await readiness { database in
      try await database.execute(script: "update pressrun.schema_compatibility set oldest_program = 9999")
    } _: {
      #expect($0.status == 503 && $0.text.contains("belongs to another version"))
    }
  }

  @Test func aMissingStoreIsNamedWithoutItsAddress() async throws {
    try await readiness(folder: "/nonexistent/secret") { answer in
      #expect(answer.status == 503 && answer.text.contains("the folder of artifacts does not exist"))
      #expect(!answer.text.contains("secret"))
    }
  }

  @Test func aStoreOfAnotherDatabaseIsNotReady() async throws {
    try await readiness { database in
      _ = try await database.query("select pressrun.replace_store('another')")
    } _: { answer in
      #expect(answer.status == 503 && answer.text.contains("the artifact store is not that of the database"))
    }
  }

  /// A service does not start with a store of another database, but it does while the database is not set up.
  @Test func aStoreOfAnotherDatabaseIsRefusedAtStart() async throws {
    let store = ArtifactStore(root: FileManager.default.temporaryDirectory.path)
    try await TestDatabase.withDatabase { test in
      let binding = StoreBinding(test.queue, store)
      try await binding.checkAtStart(log: Self.log)
      _ = try await test.database.query("select pressrun.replace_store('another')")
      let error = await #expect(throws: ApplicationError.self) { try await binding.checkAtStart(log: Self.log) }
      #expect(error?.code == .wrongStore)
    }
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await StoreBinding(test.queue, store).checkAtStart(log: Self.log)
    }
  }

  @Test func aCheckThatHangsFailsAndManyRequestsAreOneCheck() async throws {
    let count = Counting()
    let readiness = Readiness(checks: [
      (
        "a",
        {
          await count.add()
          return nil
        }
      ), ("b", { "broken" }),
    ])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = await readiness.check() } }
    }
    #expect(await readiness.check() == [.init(name: "a", problem: nil), .init(name: "b", problem: "broken")])
    // Results are kept for a second.
    #expect(await count.value < 50)
  }

  /// A check whose call does not end when it is cancelled, such as one of a server that was stopped, is not waited for.
  @Test func aCheckThatCannotBeCancelledFailsWithinTheTimeLimit() async throws {
    let ends = AsyncStream<Void>.makeStream()
    let readiness = Readiness(
      checks: [
        (
          "a",
          {
            await Task { for await _ in ends.stream {} }.value
            return nil
          }
        )
      ], timeLimit: .milliseconds(1))
    #expect(await readiness.check().map(\.name) == ["a"])
    #expect(await readiness.check().first?.problem?.hasPrefix("there is no answer within") == true)
    ends.continuation.finish()
  }

  private actor Counting {
    var value = 0
    func add() { value += 1 }
  }

  @Test func metricsAreServedInPrometheusFormat() async throws {
    let registry = MetricsRegistry()
    let http = HTTPMetrics(in: registry)
    for (method, route) in [("GET", "/v1/jobs/{id}"), ("BREW", nil)] as [(String, String?)] {
      http.record(
        AnsweredRequest(method: method, route: route, status: 200, duration: .milliseconds(3)))
    }
    try await serving(OperationsRoutes.metrics(registry)) { client in
      let answer = try await client.send("/metrics")
      #expect(answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(answer.text.contains(#"pressrun_http_requests_total{method="GET",route="/v1/jobs/{id}",status="200"} 1"#))
      #expect(answer.text.contains(#"pressrun_http_requests_total{method="(other)",route="(none)",status="200"} 1"#))
      #expect(
        answer.text.contains(#"pressrun_http_request_duration_seconds_bucket{route="/v1/jobs/{id}",le="0.005"} 1"#))
    }
  }
}
