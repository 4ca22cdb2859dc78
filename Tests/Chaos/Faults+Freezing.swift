import Foundation
import JobQueue
import Postgres

/// A process is frozen while it holds a job; otherwise the fault would have no effect. Triggers that notify of claims
/// would let all processes commit one after the other, and so hide what this run is to find.
extension FaultInjector {
  /// Freezes a relay whose delivery the receiver does not answer before that.
  /// - Returns: false if all deliveries ended first.
  func freezeRelay() async throws -> Bool {
    while true {
      receiver.hold()
      defer { receiver.release() }
      guard let delivery = try await heldDelivery() else { return false }
      let holders = try await processes(holding: "j.id = \(delivery)")
      // A relay that was killed since holds nothing.
      if let relay = relays.first(where: { holders.contains($0.id) }), !relay.isFrozen, relay.freeze(for: duration()) {
        return true
      }
    }
  }

  /// Waits until the receiver holds a message.
  /// - Returns: nil if all jobs ended first.
  private func heldDelivery() async throws -> Int64? {
    while true {
      if let delivery = receiver.held { return delivery }
      guard try await canContinue() else { return nil }
    }
  }

  /// Freezes a worker that holds a job.
  /// - Returns: false if all jobs ended first.
  func freezeWorker() async throws -> Bool {
    while true {
      let busy = try await processes(holding: "j.kind not like 'deliver.%'")
      let worker = workers.filter { busy.contains($0.id) && !$0.isFrozen }.randomElement(using: &random)
      if let worker, worker.freeze(for: duration()) {
        // It may have completed the job since.
        if try await processes(holding: "j.kind not like 'deliver.%'").contains(worker.id) { return true }
        worker.thaw()
      }
      guard try await canContinue() else { return false }
    }
  }

  /// Lets the run go on for a moment.
  /// - Returns: false if no job is left.
  private func canContinue() async throws -> Bool {
    guard try await unfinishedJobs(queue) > 0 else { return false }
    try await Task.sleep(for: .milliseconds(20))
    for process in workers + relays { try process.revive() }
    return true
  }

  /// Longer than the lease.
  private func duration() -> Duration { .seconds(settings.lease + Double.random(in: 0.5...2, using: &random)) }

  /// The processes that hold jobs.
  private func processes(holding condition: String) async throws -> Set<pid_t> {
    try await retrying { [queue] in
      Set(
        try await queue.database.query(
          Statement(
            """
            select distinct w.pid from pressrun.jobs j join pressrun.workers w on w.id = j.claimed_by
            where j.state = 'running' and \(condition)
            """)
        ).map { pid_t(try $0.decode(0, as: Int.self)) })
    }
  }
}
