import JobQueue
import Postgres

/// The rate of claims with a long backlog, with many finished jobs, and while a snapshot prevents vacuum from removing
/// rows.
struct BacklogBenchmark: Sendable {
  let server: BenchmarkServer
  let waiting: Int
  let finished: Int
  let snapshotSeconds: Double
  private static let batch = 500

  /// Claims and completes `jobs` jobs in batches.
  /// - Returns: jobs per second of claiming, and jobs per second of claiming and completing.
  static func cycle(_ queue: JobQueue, _ worker: WorkerID, jobs: Int) async throws -> (claims: Double, cycles: Double) {
    var claiming = Duration.zero
    var all = Duration.zero
    var done = 0
    while done < jobs {
      let start = ContinuousClock.now
      let claimed = try await queue.claim(worker: worker, limit: batch, lease: .seconds(60))
      claiming += .now - start
      guard !claimed.isEmpty else { throw BenchmarkError("the queue was empty after \(done) of \(jobs) jobs") }
      _ = try await queue.complete(many: claimed.map { ($0.ref, Completion(artifact: nil)) })
      all += .now - start
      done += claimed.count
    }
    return (Double(done) / claiming.seconds, Double(done) / all.seconds)
  }

  private static func register(_ queue: JobQueue) async throws -> WorkerID {
    try await queue.register(
      worker: WorkerDescription(host: "bench", pid: 0, version: "bench", slots: 1, queues: []))
  }

  /// The rate on a full table compared with the rate on an empty one, measured alternately.
  func tableSize(rounds: Int, progress: (String) -> Void) async throws -> [Measurement] {
    let jobs = 20_000
    return try await server.withQueue { full, _ in
      try await fill(full)
      let fullWorker = try await Self.register(full)
      return try await server.withQueue { empty, _ in
        let emptyWorker = try await Self.register(empty)
        var rates: [[(claims: Double, cycles: Double)]] = [[], []]
        // The first round is a warm-up.
        for _ in 0...rounds {
          rates[0].append(try await Self.cycle(full, fullWorker, jobs: jobs))
          try await EmptyJobs.fill(empty, jobs)
          rates[1].append(try await Self.cycle(empty, emptyWorker, jobs: jobs))
        }
        let samples = rates.map { $0.dropFirst() }
        return [
          measurement(
            "claims, \(waiting) waiting and \(finished) finished", samples.map { $0.map(\.claims) }, goal: 0.8),
          measurement("claims and completions, the same", samples.map { $0.map(\.cycles) }, goal: nil),
        ]
      }
    }
  }

  private func measurement(_ name: String, _ samples: [[Double]], goal: Double?) -> Measurement {
    Measurement(
      name: name, unit: "jobs/s", value: samples[0].median, samples: samples[0], against: "empty table",
      reference: samples[1].median, referenceSamples: samples[1], goal: goal)
  }

  /// Inserts finished jobs with their attempts and events, then enqueues the waiting ones.
  private func fill(_ queue: JobQueue) async throws {
    let step = 250_000
    for start in stride(from: 0, to: finished, by: step) {
      _ = try await queue.database.query(
        """
        with jobs as (
          insert into pressrun.jobs
            (kind, queue, tenant, state, run_at, max_attempts, destination, lease, attempt, claimed_at, finished_at,
              claimed_by)
          select 'empty', 'default', 'default', 'completed', now(), 5, 'none', 1, 1, now(), now(), 1
          from generate_series(1, $1::int) returning id
        ), attempts as (
          insert into pressrun.attempts
            (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome)
          select id, 1, 1, 1, 'empty', now(), now(), now(), 'completed' from jobs
        )
        insert into pressrun.events (job_id, type, destination_kind, record)
        select id, 'pressrun.job.completed', 'none', '{"data": {}}' from jobs
        """, [.integer(min(step, finished - start))])
    }
    try await EmptyJobs.fill(queue, waiting)
    try await queue.database.execute(script: "vacuum analyze pressrun.jobs")
  }

  /// The rate at the end of a period in which a snapshot is held open and jobs are enqueued and completed without
  /// pause, compared with the rate before it.
  func snapshot(progress: (String) -> Void) async throws -> [Measurement] {
    let jobs = 20_000
    return try await server.withQueue { queue, _ in
      let worker = try await Self.register(queue)
      @Sendable func turn() async throws -> Double {
        try await EmptyJobs.fill(queue, jobs)
        return try await Self.cycle(queue, worker, jobs: jobs).cycles
      }
      _ = try await turn()
      var before: [Double] = []
      for _ in 0..<5 { before.append(try await turn()) }
      let during = try await queue.database.transaction { holder in
        _ = try await holder.query("set transaction isolation level repeatable read")
        _ = try await holder.query("select count(*) from pressrun.kinds")
        var rates: [Double] = []
        let end = ContinuousClock.now + .seconds(snapshotSeconds)
        repeat { rates.append(try await turn()) } while ContinuousClock.now < end
        return rates
      }
      return [
        Measurement(
          name: "claims and completions, a snapshot held for \(Int(snapshotSeconds)) s", unit: "jobs/s",
          value: Array(during.suffix(5)).median, samples: during, against: "before", reference: before.median,
          referenceSamples: before, goal: 0.6)
      ]
    }
  }
}
