/// The parts of `pressrun-bench queue`.
struct QueueBenchmark: Sendable {
  enum Part: String, CaseIterable, Sendable {
    case drain, enqueue, flat, snapshot, latency
  }

  var server: BenchmarkServer
  var rounds = 5
  var jobs = 50_000
  var programs: [ExternalProgram] = []
  /// Goals: the least ratio of Pressrun's rate of empty jobs to another program's, by that program's name.
  var ratios = ["pgqueuer": 2.0, "pgqueuer-500": 2.0, "limit": 0.6]
  var waiting = 1_000_000
  var finished = 5_000_000
  var snapshotSeconds = 120.0

  init(server: BenchmarkServer) { self.server = server }

  func run(_ part: Part, progress: (String) -> Void) async throws -> [Measurement] {
    let enqueuing = EnqueueBenchmark(server: server, jobs: jobs, singles: max(100, jobs / 10))
    let backlog = BacklogBenchmark(
      server: server, waiting: waiting, finished: finished, snapshotSeconds: snapshotSeconds)
    switch part {
    case .drain:
      let own = EmptyJobs(server: server, jobs: jobs)
      let comparison = Comparison(
        "empty jobs", unit: "jobs/s",
        [Competitor("pressrun") { try await own.drain() }] + programs.map { $0.competitor(on: server) },
        goals: programs.map { Comparison.Goal(against: $0.name, ratio: ratios[$0.name]) })
      return try await comparison.run(rounds: rounds, progress: progress)
    case .enqueue:
      return try await enqueuing.bulk().run(rounds: rounds, progress: progress)
        + enqueuing.single().run(rounds: rounds, progress: progress)
    case .flat: return try await backlog.tableSize(rounds: rounds, progress: progress)
    case .snapshot: return try await backlog.snapshot(progress: progress)
    case .latency: return try await LatencyBenchmark(server: server, jobs: 500).run()
    }
  }
}
