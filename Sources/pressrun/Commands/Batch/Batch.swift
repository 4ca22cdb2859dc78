import ArgumentParser
import Foundation
import JobQueue

struct Batch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Show batches of jobs; keep a batch open while jobs are added.",
    subcommands: [BatchShow.self, BatchOpen.self, BatchClose.self])
}

/// A batch by its tenant and name.
struct BatchArguments: ParsableArguments {
  @Argument(help: "The batch.")
  var name: String

  @Option(help: "The tenant of the batch.")
  var tenant = "default"

  @Flag(help: "Print one JSON object.")
  var json = false

  func show(_ batch: BatchRecord) throws {
    if json { return try printJSON(BatchJSON(batch)) }
    let state = batch.completedAt.map { "complete since \(timestamp($0))" } ?? (batch.isHeld ? "held open" : "open")
    let lines = [
      ("batch", batch.name), ("tenant", batch.tenant), ("state", state), ("jobs", "\(batch.jobs)"),
      ("completed", "\(batch.completed)"), ("discarded", "\(batch.discarded)"), ("cancelled", "\(batch.cancelled)"),
      ("unfinished", "\(batch.unfinished)"), ("created", timestamp(batch.createdAt)),
    ]
    for (name, value) in lines {
      print(name.padding(toLength: 13, withPad: " ", startingAt: 0) + Table.printable(value))
    }
  }
}

private struct BatchJSON: Encodable {
  var id: Int64
  var name, tenant: String
  var held: Bool
  var jobs, completed, discarded, cancelled, unfinished: Int
  var createdAt: Date
  var completedAt: Date?

  init(_ batch: BatchRecord) {
    id = batch.id
    name = batch.name
    tenant = batch.tenant
    held = batch.isHeld
    jobs = batch.jobs
    completed = batch.completed
    discarded = batch.discarded
    cancelled = batch.cancelled
    unfinished = batch.unfinished
    createdAt = batch.createdAt
    completedAt = batch.completedAt
  }
}
