import JobQueue

/// The time from the call of enqueue until an idle worker starts the job.
struct LatencyBenchmark: Sendable {
  let server: BenchmarkServer
  let jobs: Int
  /// The first jobs are not counted: the worker may not listen for notifications yet.
  private static let warmUp = 20

  func run() async throws -> [Measurement] {
    try await server.withQueue { queue, _ in
      let (starts, started) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
      let worker = try EmptyJobs.worker(queue, drains: false, slots: 4) { EmptySlot { _ in started.yield(.now) } }
      let running = Task { try await worker.run() }
      var iterator = starts.makeAsyncIterator()
      var times: [Double] = []
      for number in 0..<(jobs + Self.warmUp) {
        let enqueued = ContinuousClock.now
        _ = try await queue.enqueue(NewJob(kind: "empty", payload: Array("{}".utf8)))
        guard let start = await iterator.next() else { break }
        if number >= Self.warmUp { times.append((start - enqueued).seconds * 1000) }
        // The worker becomes idle again; the next job would otherwise find it awake.
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
      }
      await worker.stop()
      _ = try await running.value
      return [
        Measurement(name: "enqueue to start, p50", unit: "ms", value: times.percentile(0.5), samples: []),
        Measurement(
          name: "enqueue to start, p99", unit: "ms", value: times.percentile(0.99), samples: times, goal: 20,
          isMost: true),
      ]
    }
  }
}
