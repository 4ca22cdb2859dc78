import Application
import ArgumentParser
import Delivery
import Diagnostics
import Foundation
import JobQueue

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print the state of the queues and the workers.")

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let (status, breakers, holds) = try await Installation().withQueue { queue in
      (
        try await queue.status(), try await DeliveryQueue(queue).breakers().filter { $0.state != .closed },
        try await queue.limits().compactMap(\.hold)
      )
    }
    if json { return try printJSON(StatusJSON(status, breakers, holds)) }

    var queues = Table(
      ("QUEUE", .left), ("AVAILABLE", .right), ("RUNNING", .right), ("WAITING", .right), ("OLDEST", .right))
    for queue in status.queues {
      queues.add(
        queue.queue, "\(queue.available)", "\(queue.running)", "\(queue.waiting)",
        queue.oldestSeconds.map(duration(seconds:)) ?? "-")
    }
    var counts = Table(("KIND", .left), ("TENANT", .left), ("STATE", .left), ("JOBS", .right))
    for count in status.counts { counts.add(count.kind, count.tenant, count.state.rawValue, "\(count.jobs)") }
    var workers = Table(
      ("WORKER", .right), ("HOST", .left), ("PID", .right), ("VERSION", .left), ("RUNNING", .right), ("SLOTS", .right),
      ("LAST HEARD OF", .right), ("PROBLEM", .left))
    for worker in status.workers {
      // What a silent worker reported last says nothing about now.
      workers.add(
        "\(worker.id)", worker.host, "\(worker.pid)", worker.version, worker.isSilent ? "-" : "\(worker.running)",
        "\(worker.slots)", duration(seconds: worker.heartbeatAgeSeconds),
        worker.isSilent ? "silent: it ended, or cannot reach the database" : worker.problem ?? "-")
    }
    print(queues.isEmpty ? "No jobs wait or run." : queues.text, terminator: queues.isEmpty ? "\n" : "")
    for hold in holds { print("No jobs are claimed: \(describe(hold)).") }
    if !counts.isEmpty { print("\n" + counts.text, terminator: "") }
    if !breakers.isEmpty { print("\n" + breakerTable(breakers), terminator: "") }
    print("\n" + (workers.isEmpty ? "No workers.\n" : workers.text), terminator: "")
    // Without workers no kind is special.
    for kind in status.workers.allSatisfy(\.isSilent) ? [] : status.unservedKinds {
      print("No worker claims the ready jobs of the kind \(kind): none that serves their queue has it in its Jobs/.")
    }
    for kind in status.brokenKinds {
      let effect = kind.isServed ? "use their previous version" : "do not claim its jobs"
      print("The kind \(kind.kind) is broken at \(counted(kind.workers, "worker")), which \(effect): \(kind.problem)")
    }
    if status.hasDifferentFonts {
      print("Workers have different fonts or libraries: the same job may make different pages (see 'status --json').")
    }
  }
}

private func breakerTable(_ breakers: [CircuitBreaker]) -> String {
  var table = Table(
    ("CIRCUIT BREAKER", .left), ("STATE", .left), ("FAILURES", .right), ("NEXT PROBE", .left), ("LAST ERROR", .left))
  for breaker in breakers {
    table.add(
      breaker.queue, breaker.state.rawValue, "\(breaker.failures)", timestamp(breaker.nextProbeAt),
      breaker.lastError ?? "-")
  }
  return table.text
}

private struct StatusJSON: Encodable {
  struct BrokenKind: Encodable {
    var kind, problem: String
    var workers: Int
    var host: String
    var isServed: Bool
  }
  struct Breaker: Encodable {
    var queue: String
    var state: CircuitBreaker.State
    var failures: Int
    var openedAt, nextProbeAt: Date?
    var lastErrorCode, lastError: String?
  }
  struct Count: Encodable {
    var kind, tenant: String
    var state: JobState
    var jobs: Int
  }
  struct Queue: Encodable {
    var queue: String
    var available, running, waiting: Int
    var oldestSeconds: Double?
  }
  struct Worker: Encodable {
    var id: Int64
    var host: String
    var pid: Int
    var version: String
    var slots, running: Int
    var heartbeatAgeSeconds: Double
    var kinds: [String]?
    var fonts, libraries, problem: String?
    var problemSince: Date?
    var storageBytes, storageFreeBytes: Int?
  }
  var counts: [Count]
  var queues: [Queue]
  var workers: [Worker]
  var unservedKinds: [String]
  var brokenKinds: [BrokenKind]
  var hasDifferentFonts: Bool
  /// The queues, tenants and kinds that are paused or closed.
  var holds: [HoldJSON]
  /// The circuit breakers that are not closed.
  var circuitBreakers: [Breaker]

  init(_ status: QueueStatus, _ breakers: [CircuitBreaker], _ holds: [Hold]) {
    self.holds = holds.map(HoldJSON.init)
    unservedKinds = status.unservedKinds
    brokenKinds = status.brokenKinds.map {
      BrokenKind(kind: $0.kind, problem: $0.problem, workers: $0.workers, host: $0.host, isServed: $0.isServed)
    }
    hasDifferentFonts = status.hasDifferentFonts
    circuitBreakers = breakers.map {
      Breaker(
        queue: $0.queue, state: $0.state, failures: $0.failures, openedAt: $0.openedAt, nextProbeAt: $0.nextProbeAt,
        lastErrorCode: $0.lastErrorCode, lastError: $0.lastError)
    }
    counts = status.counts.map { Count(kind: $0.kind, tenant: $0.tenant, state: $0.state, jobs: $0.jobs) }
    queues = status.queues.map {
      Queue(
        queue: $0.queue, available: $0.available, running: $0.running, waiting: $0.waiting,
        oldestSeconds: $0.oldestSeconds)
    }
    workers = status.workers.map {
      Worker(
        id: $0.id.rawValue, host: $0.host, pid: $0.pid, version: $0.version, slots: $0.slots, running: $0.running,
        heartbeatAgeSeconds: $0.heartbeatAgeSeconds, kinds: $0.capabilities.kinds, fonts: $0.capabilities.fonts,
        libraries: $0.capabilities.libraries, problem: $0.problem, problemSince: $0.problemSince,
        storageBytes: $0.storage?.size, storageFreeBytes: $0.storage?.free)
    }
  }
}
