import CLinux
import Foundation
import JobQueue
import Postgres
import TestSupport

/// What goes wrong.
enum Fault: String, CaseIterable {
  case killWorker = "worker killed"
  case killRenderer = "renderer killed"
  case freezeWorker = "worker frozen past its lease"
  case stopWorker = "worker told to stop"
  case cutMidStatement = "connection cut mid-statement"
  case cutMidCommit = "connection cut mid-commit"
  case cutAll = "all connections cut"
  case restartFast = "PostgreSQL restarted fast"
  case restartImmediately = "PostgreSQL restarted immediately"
  case diskFull = "artifact folder full"
  case notWritable = "artifact folder read-only"
  case wrongClock = "clock of a worker set wrong by an hour"
  case cancel = "jobs cancelled"
}

/// Does it.
final class Saboteur {
  private let workers: [WorkerProcess]
  private let proxy: FaultProxy
  private let cluster: PrivateCluster
  private let queue: JobQueue
  private let artifacts: String
  private let settings: Settings
  private var random: SeededGenerator
  /// How often each fault was done.
  private(set) var counts: [Fault: Int] = [:]

  init(
    _ workers: [WorkerProcess], _ proxy: FaultProxy, _ cluster: PrivateCluster, _ queue: JobQueue, artifacts: String,
    settings: Settings
  ) {
    self.workers = workers
    self.proxy = proxy
    self.cluster = cluster
    self.queue = queue
    self.artifacts = artifacts
    self.settings = settings
    random = SeededGenerator(state: settings.seed)
  }

  /// One fault after another: each kind once in a drawn order, and then as drawn.
  func run() async throws {
    let end = ContinuousClock.now + .seconds(settings.faultSeconds)
    var plan = Fault.allCases.shuffled(using: &random)
    while ContinuousClock.now < end || !plan.isEmpty {
      let fault = plan.popLast() ?? draw()
      try await commit(fault)
      counts[fault, default: 0] += 1
      try await Task.sleep(for: .milliseconds(Int.random(in: 50...400, using: &random)))
      for worker in workers { try worker.revive() }
    }
  }

  /// Restarts of the whole server are rarer, or nothing else would ever happen.
  private func draw() -> Fault {
    let often: [Fault] = [.killWorker, .killRenderer, .cutMidStatement, .cutMidCommit]
    return Bool.random(using: &random)
      ? often.randomElement(using: &random) ?? .killWorker : Fault.allCases.randomElement(using: &random) ?? .killWorker
  }

  private func commit(_ fault: Fault) async throws {
    guard let worker = workers.filter({ !$0.isFrozen }).randomElement(using: &random) else { return }
    switch fault {
    case .killWorker: worker.send(SIGKILL)
    case .killRenderer:
      if let renderer = worker.renderers.sorted().randomElement(using: &random) { kill(renderer, SIGKILL) }
    case .freezeWorker: freeze(worker)
    case .stopWorker: worker.send(SIGTERM)
    case .cutMidStatement: proxy.inject(.cutMidStatement, at: anyCall())
    case .cutMidCommit: proxy.inject(.cutBeforeTheAnswer, at: anyCall())
    case .cutAll: proxy.cutAll()
    case .restartFast: try await restart(SIGINT)
    case .restartImmediately: try await restart(SIGQUIT)
    case .diskFull:
      for worker in workers { _ = clinux_limit_file_size(worker.id, 1) }
      try await Task.sleep(for: .milliseconds(Int.random(in: 300...1200, using: &random)))
      for worker in workers { _ = clinux_limit_file_size(worker.id, .max) }
    case .notWritable: try await forbidWriting()
    case .wrongClock: worker.clock.set(wrongBy: [-3600, 0, 3600].randomElement(using: &random) ?? 3600)
    case .cancel:
      let jobs = try await retrying { [queue] in try await queue.jobs(JobFilter(states: [.available, .running], limit: 50)) }
      for job in jobs.shuffled(using: &random).prefix(5) { _ = try? await queue.cancel(job.id) }
    }
  }

  /// Words that stand in the messages of one of the worker's calls.
  private func anyCall() -> String {
    // A completion's JSON, a lease in seconds and a claim's parameters as they travel.
    ["mediaType", "pageSizes", "{", "sha256"].randomElement(using: &random) ?? "{"
  }

  private func freeze(_ worker: WorkerProcess) {
    worker.freeze(for: .seconds(settings.lease + Double.random(in: 0.5...2, using: &random)))
  }

  private func restart(_ signal: Int32) async throws {
    let path = cluster.folder + "/data/postmaster.pid"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let process = text.split(separator: "\n").first.flatMap({ pid_t($0) })
    else { return }
    let end = ProcessEnd(of: process)
    kill(process, signal)
    await end.wait()
    try await cluster.start()
  }

  /// Takes the folder of unfinished artifacts away, and puts a file in its place: so nothing can be written, not even by
  /// root, whom permissions do not stop.
  private func forbidWriting() async throws {
    let (folder, away) = (artifacts + "/incoming", artifacts + "/incoming.away")
    guard rename(folder, away) == 0 else { return }
    close(open(folder, O_WRONLY | O_CREAT, 0o644))
    try await Task.sleep(for: .milliseconds(Int.random(in: 300...1200, using: &random)))
    unlink(folder)
    // A worker may have made a new one in between.
    if rename(away, folder) != 0 { try? FileManager.default.removeItem(atPath: away) }
  }
}

/// Repeats what a database that is just coming back cannot do.
func retrying<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
  let deadline = ContinuousClock.now + .seconds(60)
  while true {
    do {
      return try await body()
    } catch let error as PostgresError where error.isTransient && ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
