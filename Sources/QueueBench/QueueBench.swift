/// What `pressrun bench queue` measures.
package struct QueueBench: Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case drain, enqueue, flat, snapshot, latency
  }

  package var server: BenchServer
  package var rounds = 5
  package var jobs = 50_000
  package var rivals: [Rival] = []
  /// What Pressrun's rate of empty jobs is to be at least, by the rival's name; of others nothing is demanded.
  package var ratios = ["pgqueuer": 2.0, "pgqueuer-500": 2.0, "limit": 0.6]
  package var waiting = 1_000_000
  package var finished = 5_000_000
  package var snapshotSeconds = 120.0

  package init(server: BenchServer) { self.server = server }

  package func run(_ part: Part, tell: (String) -> Void) async throws -> [Finding] {
    let enqueuing = Enqueuing(server: server, jobs: jobs, singles: max(100, jobs / 10))
    let flatness = Flatness(
      server: server, waiting: waiting, finished: finished, snapshotSeconds: snapshotSeconds)
    switch part {
    case .drain:
      let own = EmptyJobs(server: server, jobs: jobs)
      let contest = Contest(
        "empty jobs", unit: "jobs/s",
        [Contestant("pressrun") { try await own.drain() }] + rivals.map { $0.contestant(on: server) },
        goals: rivals.map { Contest.Goal(against: $0.name, ratio: ratios[$0.name]) })
      return try await contest.run(rounds: rounds, tell: tell)
    case .enqueue:
      return try await enqueuing.bulk().run(rounds: rounds, tell: tell)
        + enqueuing.single().run(rounds: rounds, tell: tell)
    case .flat: return try await flatness.size(rounds: rounds, tell: tell)
    case .snapshot: return try await flatness.snapshot(tell: tell)
    case .latency: return try await Latency(server: server, jobs: 500).run()
    }
  }
}
