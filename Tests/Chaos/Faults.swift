import CLinux
import Delivery
import Foundation
import JobQueue
import Postgres
import TestSupport

/// Chooses and injects faults.
final class FaultInjector {
  let workers: [WorkerProcess]
  let relays: [WorkerProcess]
  let receiver: Receiver
  private let proxy: FaultProxy
  private let cluster: PrivateCluster
  let queue: JobQueue
  private let artifacts: String
  let settings: Settings
  var random: SeededGenerator
  /// Counts of the faults that take effect immediately.
  private var done: [Fault: Int] = [:]

  init(
    _ workers: [WorkerProcess], _ relays: [WorkerProcess], _ receiver: Receiver, _ proxy: FaultProxy,
    _ cluster: PrivateCluster, _ queue: JobQueue, artifacts: String, settings: Settings
  ) {
    self.workers = workers
    self.relays = relays
    self.receiver = receiver
    self.proxy = proxy
    self.cluster = cluster
    self.queue = queue
    self.artifacts = artifacts
    self.settings = settings
    random = SeededGenerator(state: settings.seed)
  }

  /// How often each fault took effect.
  var counts: [Fault: Int] {
    let (cuts, strikes) = (proxy.strikes, receiver.strikes)
    return Dictionary(
      uniqueKeysWithValues: Fault.allCases.map { fault in
        (fault, fault.cut.map { cuts[$0] ?? 0 } ?? fault.receiver.map { strikes[$0] ?? 0 } ?? done[fault] ?? 0)
      })
  }

  /// Faults that have not taken effect. A run in which one is missing fails, because it does not cover that fault.
  var missing: [Fault] { Fault.allCases.filter { counts[$0] == 0 } }

  /// Injects one fault after another: each kind once in random order, then randomly chosen ones. Faults that need
  /// running jobs come first, while jobs are certain to run.
  func run() async throws {
    let end = ContinuousClock.now + .seconds(settings.faultSeconds)
    let early = Fault.allCases.filter {
      $0.receiver != nil || [.freezeWorker, .cancel, .freezeRelay, .cancelDeliveries].contains($0)
    }
    var plan = Fault.allCases.filter { !early.contains($0) }.shuffled(using: &random) + early.shuffled(using: &random)
    while ContinuousClock.now < end || !plan.isEmpty && ContinuousClock.now < end + .seconds(settings.patience) {
      let fault = plan.popLast() ?? draw()
      if try await inject(fault) {
        done[fault, default: 0] += 1
      } else if done[fault] == nil {
        // No process or job was suitable. Retry after two other faults.
        plan.insert(fault, at: max(0, plan.count - 2))
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 50...400, using: &random)))
      for process in workers + relays { try process.revive() }
    }
  }

  /// A random fault. Restarts of the server are rarer than others, because they interrupt everything.
  private func draw() -> Fault {
    let often = Fault.allCases.filter { $0.cut != nil } + [.killWorker, .killRenderer]
    return Bool.random(using: &random)
      ? often.randomElement(using: &random) ?? .killWorker : Fault.allCases.randomElement(using: &random) ?? .killWorker
  }

  /// - Returns: whether the fault took effect or is waiting in the proxy.
  private func inject(_ fault: Fault) async throws -> Bool {
    if let cut = fault.cut {
      // The first fault of each kind waits for statements that are certain to arrive.
      let statements = done[fault] == nil ? ["pressrun.complete", "pressrun.claim"] : [call()]
      proxy.inject(cut, at: statements)
      return true
    }
    if let fault = fault.receiver {
      receiver.inject(fault)
      return true
    }
    guard let worker = workers.filter({ !$0.isFrozen }).randomElement(using: &random),
      let relay = relays.filter({ !$0.isFrozen }).randomElement(using: &random)
    else { return false }
    switch fault {
    case .killRelay: return relay.send(SIGKILL)
    case .freezeRelay: return try await freezeRelay()
    case .stopRelay: return relay.send(SIGTERM)
    case .cancelDeliveries: return try await cancelDeliveries()
    case .killWorker: return worker.send(SIGKILL)
    case .killRenderer:
      guard let renderer = worker.renderers.sorted().randomElement(using: &random) else { return false }
      return kill(renderer, SIGKILL) == 0
    case .freezeWorker: return try await freezeWorker()
    case .stopWorker: return worker.send(SIGTERM)
    case .cutAll: return proxy.cutAll() > 0
    case .restartFast: return try await restart(SIGINT)
    case .restartImmediately: return try await restart(SIGQUIT)
    case .diskFull:
      for process in workers + relays { _ = clinux_limit_file_size(process.id, 1) }
      try await Task.sleep(for: .milliseconds(Int.random(in: 300...1200, using: &random)))
      for process in workers + relays { _ = clinux_limit_file_size(process.id, .max) }
      return true
    case .notWritable: return try await forbidWriting()
    case .wrongClock:
      let seconds: Int64 = [-3600, 0, 3600].randomElement(using: &random) ?? 3600
      (Bool.random(using: &random) ? worker : relay).clock.set(wrongBy: seconds)
      return seconds != 0
    case .cancel:
      let jobs = try await retrying { [queue] in
        try await queue.jobs(JobFilter(states: [.available, .running], limit: 50))
      }
      var cancelled = 0
      for job in jobs.shuffled(using: &random).prefix(5) {
        if (try? await queue.cancel(job.id)) != nil { cancelled += 1 }
      }
      return cancelled > 0
    case .cutMidStatement, .cutMidCommit, .cutBeforeTheAnswer, .cutMidAnswer, .cutAfterTheAnswer,
      .receiverCutMidUpload, .receiverCutBeforeAnswer, .receiverCutMidAnswer, .receiverUnavailable:
      return false
    }
  }

  private func cancelDeliveries() async throws -> Bool {
    let deliveries = DeliveryQueue(queue)
    let unfinished = try await retrying {
      try await deliveries.list(DeliveryFilter(states: [.pending, .delivering], limit: 20))
    }
    var cancelled = 0
    for delivery in unfinished.shuffled(using: &random).prefix(3) {
      if (try? await deliveries.cancel(delivery.id)) != nil { cancelled += 1 }
    }
    return cancelled > 0
  }

  /// A random function that workers call. Each call is one statement and thus one transaction.
  private func call() -> String {
    let calls =
      ["complete", "complete", "complete", "claim", "claim", "heartbeat", "fail", "release", "rescue"]
      + ["complete_deliveries", "claim_deliveries", "fail_delivery"]
    return "pressrun." + (calls.randomElement(using: &random) ?? "complete")
  }

  private func restart(_ signal: Int32) async throws -> Bool {
    let path = cluster.folder + "/data/postmaster.pid"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let process = text.split(separator: "\n").first.flatMap({ pid_t($0) })
    else { return false }
    let end = ProcessEnd(of: process)
    guard kill(process, signal) == 0 else { return false }
    await end.wait()
    try await cluster.start()
    return true
  }

  /// Replaces the folder of unfinished artifacts by a file, so that nothing can be written. Permissions would not stop
  /// root.
  private func forbidWriting() async throws -> Bool {
    let (folder, away) = (artifacts + "/incoming", artifacts + "/incoming.away")
    guard rename(folder, away) == 0 else { return false }
    close(open(folder, O_WRONLY | O_CREAT, 0o644))
    try await Task.sleep(for: .milliseconds(Int.random(in: 300...1200, using: &random)))
    unlink(folder)
    // A worker may have created a new folder meanwhile.
    if rename(away, folder) != 0 { try? FileManager.default.removeItem(atPath: away) }
    return true
  }
}
