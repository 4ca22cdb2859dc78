import JobQueue
import Synchronization

/// How soon work begins on an idle fleet: from the call of enqueue to the slot that has the job.
struct Latency: Sendable {
  let server: BenchServer
  let jobs: Int

  func run() async throws -> [Finding] {
    try await server.withQueue { queue, _ in
      let (begins, begin) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
      let worker = try EmptyJobs.worker(queue, drains: false, slots: 4) { EmptySlot { _ in begin.yield(.now) } }
      let life = Task { try await worker.run() }
      var next = begins.makeAsyncIterator()
      var times: [Double] = []
      // The first ones find nobody listening yet.
      for number in 0..<(jobs + 20) {
        let start = ContinuousClock.now
        _ = try await queue.enqueue(NewJob(kind: "empty", payload: Array("{}".utf8)))
        guard let begun = await next.next() else { break }
        if number >= 20 { times.append((begun - start).inSeconds * 1000) }
        // Time for the fleet to be idle again: what follows at once would find it awake.
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
      }
      await worker.stop()
      _ = try await life.value
      return [
        Finding(name: "enqueue to start, p50", unit: "ms", value: times.percentile(0.5), samples: []),
        Finding(
          name: "enqueue to start, p99", unit: "ms", value: times.percentile(0.99), samples: times, goal: 20,
          isMost: true),
      ]
    }
  }
}
