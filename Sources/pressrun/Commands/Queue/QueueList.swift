import Application
import ArgumentParser
import JobQueue

struct QueueList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the queues with their job counts, and all limits and pauses.")

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let (queues, limits) = try await Installation().withQueue { (try await $0.status().queues, try await $0.limits()) }
    if json { return try printJSON(QueuesJSON(queues: queues.map(QueueJSON.init), limits: limits.map(LimitJSON.init))) }
    var table = Table(
      ("QUEUE", .left), ("AVAILABLE", .right), ("RUNNING", .right), ("WAITING", .right), ("OLDEST", .right),
      ("STATE", .left))
    for queue in queues {
      table.add(
        queue.queue, "\(queue.available)", "\(queue.running)", "\(queue.waiting)",
        queue.oldestSeconds.map(duration(seconds:)) ?? "-", queue.isPaused ? "paused" : "open")
    }
    print(table.text, terminator: "")
    guard !limits.isEmpty else { return }
    var limited = Table(
      ("LIMIT OF", .left), ("NAME", .left), ("STATE", .left), ("RUNNING", .right), ("DEPTH", .right), ("RATE", .right),
      ("BURST", .right))
    for limit in limits {
      let (scope, name) = limit.scope.words
      limited.add(
        scope, name, limit.isPaused ? "paused" : "open", limit.limits.maxRunning.map(String.init) ?? "-",
        limit.limits.maxDepth.map(String.init) ?? "-", limit.limits.rate.map { "\($0)/s" } ?? "-",
        limit.limits.burst.map { "\($0)" } ?? "-")
    }
    print("\n" + limited.text, terminator: "")
  }
}

private struct QueuesJSON: Encodable {
  var queues: [QueueJSON]
  var limits: [LimitJSON]
}

private struct QueueJSON: Encodable {
  var queue: String
  var available, running, waiting: Int
  var oldestSeconds: Double?
  var paused: Bool
  var maxRunning, maxDepth: Int?

  init(_ depth: QueueDepth) {
    queue = depth.queue
    available = depth.available
    running = depth.running
    waiting = depth.waiting
    oldestSeconds = depth.oldestSeconds
    paused = depth.isPaused
    maxRunning = depth.maxRunning
    maxDepth = depth.maxDepth
  }
}
