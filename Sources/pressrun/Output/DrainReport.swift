import ArgumentParser
import Diagnostics
import JobQueue
import Logging
import Relay
import Worker

/// Ends a command that drains. Prints unfinished jobs and deliveries with the reason, and the numbers of discarded jobs
/// and of failed deliveries. The exit status is 1 if there are any.
/// - Parameters:
///   - undelivered: deliveries that remain because the process may not deliver.
///   - log: gets these lines instead, if all of stderr is a log of JSON objects.
func reportLeft(
  by worker: Worker? = nil, _ relay: Relay? = nil, undelivered: Int = 0, log: Logger? = nil
) async throws {
  func report(_ text: String) {
    if let log { log.error("\(text)") } else { printMessage(text) }
  }
  let jobs = await worker?.left ?? []
  let deliveries = await relay?.left ?? []
  let discarded = await worker?.counts.discarded ?? 0
  let failed = await relay?.counts.failed ?? 0
  for part in jobs { report("left: \(part.description("job"))") }
  for part in deliveries { report("left: \(part.description("delivery"))") }
  if undelivered > 0 {
    report(
      "left: \(counted(undelivered, "delivery", "deliveries")): this login of the database does not have the role pressrun_relay"
    )
  }
  if discarded > 0 {
    report("discarded: \(counted(discarded, "job")); see pressrun jobs list --state discarded")
  }
  if failed > 0 {
    report("failed: \(counted(failed, "delivery", "deliveries")); see pressrun deliveries list --state failed")
  }
  guard jobs.isEmpty && deliveries.isEmpty && undelivered == 0 && discarded == 0 && failed == 0 else {
    throw ExitCode(Failure.failed)
  }
}

extension UnfinishedJobs {
  fileprivate func description(_ noun: String) -> String {
    "\(counted(count, noun, noun == "delivery" ? "deliveries" : nil)): \(obstacle?.description ?? "the destination is not configured")"
  }
}
