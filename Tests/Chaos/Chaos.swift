import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Postgres
import TestSupport

/// One run: a new database, jobs, workers, faults, and the verification of the result.
struct Chaos {
  private let settings: Settings
  private let start = ContinuousClock.now
  private static let limited = (tenant: "limited", running: 3)
  private static let tenants = ["north", "south", "east", limited.tenant]

  init(_ settings: Settings) { self.settings = settings }

  /// - Returns: whether all rules hold.
  func run() async throws -> Bool {
    say("chaos: seed \(settings.seed), \(settings.jobs) jobs, \(settings.workers) workers")
    let folder = try Reaper.makeFolder()
    let cluster = PrivateCluster(folder: folder + "/postgres", settings: ["max_connections": "100"])
    let url = try await cluster.start()
    let (proxy, proxied) = try FaultProxy.make(before: url)
    let database = Database(DatabaseConfiguration(url: url, poolLimit: 4))
    let queue = JobQueue(database: database)
    try await queue.migrate()
    let artifacts = folder + "/artifacts"
    let out = folder + "/out"
    for folder in [artifacts, out] { mkdir(folder, 0o755) }
    let receiver = try Receiver()
    try await prepare(queue, ChaosRelay.configurations(receiver: receiver.port, folder: out))

    try WorkerClock.verify(in: folder)
    let workers = try (0..<settings.workers).map { number in
      // The first worker's clock is wrong by an hour from its start.
      let clock = try WorkerClock(folder + "/clock-\(number)", wrongBy: number == 0 ? 3600 : 0)
      return try WorkerProcess(
        ["worker", proxied, artifacts, "\(settings.lease)", clock.path], clock: clock, environment: environment(),
        log: folder + "/worker-\(number).log")
    }
    let relays = try (0..<settings.relays).map { number in
      let clock = try WorkerClock(folder + "/relay-clock-\(number)", wrongBy: number == 0 ? -3600 : 0)
      return try WorkerProcess(
        ["relay", proxied, artifacts, "\(settings.lease)", clock.path, "\(receiver.port)", out], clock: clock,
        environment: environment(), log: folder + "/relay-\(number).log")
    }
    let injector = FaultInjector(
      workers, relays, receiver, proxy, cluster, queue, artifacts: artifacts, settings: settings)
    let producer = Task { try await Producer(queue: queue, settings: settings, tenants: Self.tenants).run() }
    try await injector.run()
    try await producer.value
    let isDone = try await finish(workers + relays, queue, injector)
    for process in workers + relays { process.end() }

    let verification = Verification(
      database: database, store: ArtifactStore(root: artifacts), jobs: settings.jobs,
      limit: Self.limited)
    let deliveries = DeliveryVerification(database: database, accepted: receiver.accepted, folder: out)
    let violations = try await verification.violations() + deliveries.violations()
    try await report(database, injector, proxy)
    for violation in violations { say("chaos: BROKEN: \(violation)") }
    let missing = injector.missing
    for fault in missing { say("chaos: BROKEN: a fault never took effect: \(fault.rawValue)") }
    let holds = isDone && violations.isEmpty && missing.isEmpty
    if !holds { keep(folder) }
    await database.close()
    proxy.close()
    try await cluster.stop()
    return holds
  }

  private func prepare(_ queue: JobQueue, _ destinations: DestinationConfigurations) async throws {
    let backoff = Backoff(base: .milliseconds(50), limit: .milliseconds(500), jitter: 0.2)
    let kinds = ["echo", "slow", "crash", "fail"].map { name in
      // Faults use up attempts too.
      KindSettings(name: name, maxAttempts: 100, backoff: backoff, timeout: .seconds(30))
    }
    try await queue.register(kinds: kinds)
    try await queue.database.execute(
      script: """
        update pressrun.kinds set backoff_base_seconds = 0.05, backoff_limit_seconds = 0.5, max_attempts = 1000
        where name like 'deliver.%'
        """)
    try await DeliveryQueue(queue).register(destinations)
    for tenant in Self.tenants {
      try await PolicyStore(queue: queue).set(Policy(allowed: ["*"], denied: []), for: tenant)
    }
    try await queue.setLimits(of: .tenant(Self.limited.tenant), to: Limits(maxRunning: Self.limited.running))
  }

  private func environment() -> [String: String] {
    var environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["LD_LIBRARY_PATH", "HOME"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    return environment
  }

  /// Waits until every job is in a final state and every kind of fault has taken effect.
  private func finish(_ workers: [WorkerProcess], _ queue: JobQueue, _ injector: FaultInjector) async throws -> Bool {
    var fewest = Int.max
    var deadline = ContinuousClock.now
    while true {
      let left = try await unfinishedJobs(queue)
      if left == 0 && injector.missing.isEmpty { return true }
      if left < fewest {
        fewest = left
        deadline = .now + .seconds(settings.patience)
      }
      guard ContinuousClock.now < deadline else {
        if left == 0 { return true }
        say("chaos: BROKEN: \(left) jobs are not finished, and for \(Int(settings.patience)) seconds no other was")
        return false
      }
      // The kernel does not notify of the end of several processes, and frozen ones must be continued meanwhile.
      for worker in workers { try worker.revive() }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func report(_ database: Database, _ injector: FaultInjector, _ proxy: FaultProxy) async throws {
    for (what, sql): (String, Statement) in [
      (
        "jobs",
        "select state::text, count(*) from pressrun.jobs where kind not like 'deliver.%' group by state order by state"
      ),
      ("deliveries", "select state, count(*) from pressrun.delivery_overview group by state order by state"),
      ("attempts", "select outcome::text, count(*) from pressrun.attempts group by outcome order by outcome"),
      (
        "stale writes refused, leases rescued",
        "select what, sum(count) from pressrun.incidents group by what order by what"
      ),
    ] {
      let counts = try await database.query(sql).map { row in
        "\(try row.decode(0, as: String.self)) \(try row.decode(1, as: Int.self))"
      }
      say("chaos: \(what): \(counts.joined(separator: ", "))")
    }
    let faults = Fault.allCases.map { "\($0.rawValue) \(injector.counts[$0] ?? 0)" }
    say("chaos: faults: \(faults.joined(separator: ", ")); \(proxy.cuts) connections were cut")
    say("chaos: seed \(settings.seed), \((ContinuousClock.now - start).components.seconds) seconds")
  }

  /// Keeps the logs of a run that failed. Its database is removed.
  private func keep(_ folder: String) {
    let kept = "/tmp/pressrun-chaos-\(settings.seed)"
    mkdir(kept, 0o755)
    for number in 0..<settings.workers {
      try? FileManager.default.copyItem(
        atPath: "\(folder)/worker-\(number).log", toPath: "\(kept)/worker-\(number).log")
    }
    for number in 0..<settings.relays {
      try? FileManager.default.copyItem(atPath: "\(folder)/relay-\(number).log", toPath: "\(kept)/relay-\(number).log")
    }
    say("chaos: the logs are in \(kept)")
  }

  private func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
