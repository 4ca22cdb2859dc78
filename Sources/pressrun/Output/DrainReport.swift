import ArgumentParser
import JobQueue
import Relay
import Worker

/// Ends a command that drains: if something was left, prints what, and why, with the exit status 1.
func reportLeft(by worker: Worker? = nil, _ relay: Relay? = nil) async throws {
  let jobs = await worker?.left ?? []
  let deliveries = await relay?.left ?? []
  for part in jobs { complain("left: \(part.description("job"))") }
  for part in deliveries { complain("left: \(part.description("delivery"))") }
  guard jobs.isEmpty && deliveries.isEmpty else { throw ExitCode(Failure.failed) }
}

extension UnfinishedJobs {
  fileprivate func description(_ noun: String) -> String {
    let subject = count == 1 ? "1 \(noun)" : "\(count) \(noun == "delivery" ? "deliveries" : noun + "s")"
    return "\(subject): \(obstacle?.description ?? "the destination is not configured")"
  }
}
