import Foundation
import JobQueue
import Logging
import Monitoring
import OperatingSystem
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct QueueMetricsTests {
  private func families(_ queue: JobQueue) async -> [String: [MetricSample]] {
    let families = await QueueMetrics(queue: queue, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      .families()
    return Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0.samples) })
  }

  private func value(_ samples: [MetricSample]?, _ labels: String...) -> Double? {
    samples?.first { sample in labels.allSatisfy { sample.labels.map(\.value).contains($0) } }?.value
  }

  /// One job completed, one discarded, one ready, one paused.
  private func fill(_ test: TestDatabase) async throws {
    try await test.queue.register(kinds: [KindSettings(name: "note", maxAttempts: 1)])
    let worker = try await test.queue.register(worker: WorkerDescription(host: "h", pid: 1, version: "v", slots: 4))
    func enqueue(_ queue: String? = nil) async throws {
      _ = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8), queue: queue))
    }
    for isCompleted in [true, false] {
      try await enqueue()
      let job = try #require(try await test.queue.claim(worker: worker, limit: 1, lease: .seconds(3600)).first)
      if isCompleted {
        _ = try await test.queue.complete(job.ref, Completion(artifact: nil))
      } else {
        _ = try await test.queue.fail(job.ref, JobFailure(code: "x", message: "x", isPermanent: true))
      }
    }
    try await enqueue()
    try await enqueue("paused")
    _ = try await test.database.query(
      "update pressrun.jobs set enqueued_at = now() - interval '1 hour', run_at = now() - interval '1 hour' where state = 'available'"
    )
    _ = try await test.database.query(
      "insert into pressrun.limits (scope, name, paused) values ('queue', 'paused', true)")
  }

  @Test func metricsAgreeWithTheQueue() async throws {
    try await TestDatabase.withDatabase { test in
      try await fill(test)
      let families = await families(test.queue)
      #expect(families["pressrun_queue_scrape_success"]?.allSatisfy { $0.value == 1 } == true)
      #expect(value(families["pressrun_queue_jobs"], "default", "available") == 1)
      #expect(value(families["pressrun_queue_jobs"], "default", "running") == 0)
      #expect(try #require(value(families["pressrun_queue_oldest_job_seconds"], "default")) > 3500)
      // Nobody is to be woken because of a queue that was paused.
      #expect(value(families["pressrun_queue_oldest_job_seconds"], "paused") == 0)
      #expect(value(families["pressrun_queue_paused"], "paused") == 1)
      #expect(value(families["pressrun_workers"], "worker") == 1 && value(families["pressrun_workers"], "relay") == 0)
      #expect(value(families["pressrun_worker_slots"], "worker") == 4)
      // There is one discarded job, and the oldest one waits for an hour.
      #expect(value(families["pressrun_alarm_severity"], "discarded") == 1)
      #expect(value(families["pressrun_alarm_severity"], "backlog") == 2)
      #expect(value(families["pressrun_alarm_severity"], "rescues") == 0)
      #expect(value(families["pressrun_alarm_value"], "no_workers") == 1)
      #expect(value(families["pressrun_table_bytes"], "jobs") ?? 0 > 0)
      #expect(value(families["pressrun_circuit_breakers"], "open") == 0)
    }
  }

  private func recordStatistics(_ test: TestDatabase) async throws {
    _ = try await test.database.query(
      """
      insert into pressrun.statistics
        (seconds, at, queue, kind, completed, failed, queued_p50, queued_p95, running_p50, running_p95)
      values (60, now() - interval '1 minute', 'default', 'note', 8, 2, 0.5, 1.5, 0.25, 0.75),
        (60, now() - interval '1 minute', '*', '*', 99, 99, 9, 9, 9, 9),
        (60, now() - interval '2 minutes', 'default', 'note', 7, 7, 7, 7, 7, 7)
      """)
  }

  @Test func statisticsOfTheLastMinuteArePercentiles() async throws {
    try await TestDatabase.withDatabase { test in
      try await recordStatistics(test)
      let families = await families(test.queue)
      #expect(value(families["pressrun_kind_attempts"], "note", "completed") == 8)
      #expect(value(families["pressrun_kind_attempts"], "note", "failed") == 2)
      #expect(value(families["pressrun_kind_queued_seconds"], "note", "95") == 1.5)
      #expect(value(families["pressrun_kind_running_seconds"], "note", "50") == 0.25)
      #expect(families["pressrun_kind_attempts"]?.count == 2)
    }
  }

  @Test func numberOfQueuesThatAreNamedIsBounded() async throws {
    try await TestDatabase.withDatabase { test in
      _ = try await test.database.query(
        "insert into pressrun.queues select 'deliveries.webhook.h' || n from generate_series(1, 5000) n")
      let families = await families(test.queue)
      #expect(families["pressrun_queue_jobs"]?.count == 303)
      #expect(value(families["pressrun_queue_jobs"], "(other)", "available") == 0)
    }
  }

  @Test func roleOfMonitoringIsSufficientAndWithoutItMetricsAreLeftOut() async throws {
    try await TestDatabase.withDatabase(poolLimit: 1) { test in
      try await fill(test)
      _ = try await test.database.query("set role pressrun_monitor")
      var success = await families(test.queue)["pressrun_queue_scrape_success"]
      #expect(success?.allSatisfy { $0.value == 1 } == true)
      _ = try await test.database.query("set role pressrun_producer")
      let families = await families(test.queue)
      success = families["pressrun_queue_scrape_success"]
      #expect(value(success, "depth") == 0)
      #expect(families["pressrun_queue_jobs"] == [])
    }
  }

  /// Prometheus' own check of names, types, labels and syntax.
  @Test(.needs("promtool (Debian: prometheus)", FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool")))
  func promtoolFindsNothingToCriticize() async throws {
    let text = try await TestDatabase.withDatabase { test in
      try await fill(test)
      try await recordStatistics(test)
      let registry = MetricsRegistry()
      ProcessMetrics.register(in: registry, version: "1 \"quoted\" \\ \n")
      QueueMetrics.register(
        in: registry, queue: test.queue, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      registry.histogram("x_duration_seconds", "Time.", labels: ["a"]).observe(0.3, "\"\\\n")
      return await registry.text()
    }
    #expect(text.contains("pressrun_queue_jobs{"))
    let file = FileManager.default.temporaryDirectory.path + "/pressrun-metrics-\(UUID())"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let run = try ProgramRun(
      ProgramCommand(path: "/bin/sh", arguments: ["-c", "exec /usr/bin/promtool check metrics < \"$0\"", file]))
    #expect(run.report.shellStatus == 0 && run.output.isEmpty, "\(run.output)")
  }
}
