import Foundation
import JobQueue
import Postgres

/// Enqueues the jobs in batches during the time of the faults.
struct Producer {
  let queue: JobQueue
  let settings: Settings
  let tenants: [String]

  private static let kinds =
    Array(repeating: "echo", count: 90) + Array(repeating: "slow", count: 6) + ["crash", "fail", "fail", "fail"]

  private static let destinations: [String?] = ["webhook:hooks", "webhook:hooks", "folder:out", nil, nil]

  func run() async throws {
    var random = SeededGenerator(state: settings.seed ^ 0x5eed)
    let jobs = (0..<settings.jobs).map { number in
      NewJob(
        kind: Self.kinds.randomElement(using: &random) ?? "echo", payload: Array(#"{"number": \#(number)}"#.utf8),
        tenant: tenants.randomElement(using: &random) ?? "",
        destination: Self.destinations.randomElement(using: &random) ?? nil,
        priority: Int.random(in: 0...3, using: &random))
    }
    let size = max(1, jobs.count / 60)
    for start in stride(from: 0, to: jobs.count, by: size) {
      try await enqueue(Array(jobs[start..<min(start + size, jobs.count)]), before: start)
      try await Task.sleep(for: .seconds(settings.faultSeconds / 70))
    }
  }

  /// Enqueues a batch exactly once, even if the answer to its commit is lost.
  private func enqueue(_ batch: [NewJob], before: Int) async throws {
    try await retrying {
      let there = try await queue.database.query("select count(*) from pressrun.jobs where kind not like 'deliver.%'")
        .single().decode(0, as: Int.self)
      if there == before { _ = try await queue.enqueue(many: batch) }
    }
  }
}
