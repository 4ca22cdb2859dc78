import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Random calls of the queue's functions, compared with a model after every step.
@Suite(.hangLimit) struct ModelTests {
  @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
  func queueBehavesLikeItsModel(seed: UInt64) async throws {
    let kind = KindSettings(
      name: "note", maxAttempts: QueueModel.attempts, backoff: Backoff(base: .zero, limit: .zero, jitter: 0))
    try await QueueFixture.withQueue(kind: kind) { test async throws in
      var run = ModelRun(test: test, random: SplitMix(state: seed))
      for number in 1...150 {
        let step = try await run.step()
        let found = try await run.found()
        let expected = run.model.jobs.mapValues { ModelRun.Row($0) }
        #expect(found == expected, "seed \(seed), step \(number): \(step)")
        if found != expected { return }
      }
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private struct ModelRun {
  /// The properties of a job that are compared.
  struct Row: Equatable {
    var state: JobState
    var lease: Int64
    var attempt: Int
    var maxAttempts: Int
    var isToStop: Bool

    init(_ job: QueueModel.Job) {
      state = job.state
      lease = job.lease
      attempt = job.attempt
      maxAttempts = job.maxAttempts
      isToStop = job.state == .running && job.cancelRequested
    }

    init(_ row: Postgres.Row) throws {
      state = try row.decode(1)
      lease = try row.decode(2)
      attempt = try row.decode(3)
      maxAttempts = try row.decode(4)
      isToStop = try row.decode(5)
    }
  }

  let test: QueueFixture
  var random: SplitMix
  var model = QueueModel()
  /// All leases so far.
  private var refs: [LeaseRef] = []

  init(test: QueueFixture, random: SplitMix) {
    self.test = test
    self.random = random
  }

  func found() async throws -> [JobID: Row] {
    let rows = try await test.database.query(
      """
      select id, state, lease, attempt, max_attempts, state = 'running' and cancel_requested from pressrun.jobs
      """)
    var found: [JobID: Row] = [:]
    for row in rows { found[JobID(rawValue: try row.decode(0))] = try Row(row) }
    return found
  }

  /// - Returns: a description of the step.
  mutating func step() async throws -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<26: try await enqueue()
    case ..<46: try await claim()
    case ..<51: try await heartbeat()
    case ..<61: try await complete()
    case ..<71: try await fail()
    case ..<76: try await release()
    case ..<81: try await snooze()
    case ..<86: try await expire()
    case ..<90: try await cancel()
    case ..<94: try await retry()
    case ..<97: try await pause()
    default: try await comeDue()
    }
  }

  private mutating func enqueue() async throws -> String {
    let tenant = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let key = Int.random(in: 0..<4, using: &random) == 0 ? "k\(Int.random(in: 0..<3, using: &random))" : nil
    let isDelayed = Int.random(in: 0..<5, using: &random) == 0
    var job = NewJob(kind: "note", payload: Array("{}".utf8), tenant: tenant)
    job.priority = Int.random(in: 0..<2, using: &random)
    job.uniqueKey = key
    if isDelayed { job.runAt = Date(timeIntervalSinceNow: 86_400) }
    let made = try await test.queue.enqueue(job)
    let holder = model.holder(of: key, tenant: tenant)
    #expect(made.inserted == (holder == nil))
    if let holder { #expect(made.id == holder) }
    if holder == nil { model.enqueue(made.id, tenant: tenant, priority: job.priority, key: key, delayed: isDelayed) }
    return "enqueue \(tenant) \(key ?? "-") delayed \(isDelayed)"
  }

  private mutating func claim() async throws -> String {
    let limit = Int.random(in: 1...6, using: &random)
    try await test.maintain()
    let ready = model.ready()
    let claimed = try await test.claim(limit, lease: .seconds(86_400))
    let all = ready.values.reduce(0) { $0 + $1.count }
    #expect(claimed.count == min(limit, all), "as many as there are")
    for (tenant, ids) in ready {
      let taken = Set(claimed.filter { $0.tenant == tenant }.map(\.ref.job))
      #expect(taken == Set(ids.prefix(taken.count)), "of tenant \(tenant), by priority and then in order")
    }
    for job in claimed {
      let ref = model.claim(job.ref.job)
      #expect(job.ref == ref)
      refs.append(job.ref)
    }
    return "claim \(limit)"
  }

  /// A random lease; usually one that is held.
  private mutating func anyRef() -> LeaseRef {
    let held = refs.filter(model.holds)
    let useHeld = Int.random(in: 0..<5, using: &random) > 0
    return (useHeld ? held.randomElement(using: &random) : nil) ?? refs.randomElement(using: &random)
      ?? LeaseRef(job: JobID(rawValue: 1), lease: 1)
  }

  private mutating func heartbeat() async throws -> String {
    let ref = anyRef()
    let reply = try await test.queue.heartbeat(worker: test.worker, holding: [ref], lease: .seconds(86_400))
    #expect(reply.lost == (model.holds(ref) ? [] : [ref]))
    #expect(reply.cancelled == (model.holds(ref) && model.jobs[ref.job]?.cancelRequested == true ? [ref] : []))
    return "heartbeat \(ref)"
  }

  private mutating func complete() async throws -> String {
    let ref = anyRef()
    let wasHeld = model.holds(ref)
    let outcome = try await test.queue.complete(ref, Completion(artifact: nil))
    #expect((outcome == .stale) == !wasHeld)
    model.end(ref, .completed)
    return "complete \(ref)"
  }

  private mutating func fail() async throws -> String {
    let ref = anyRef()
    let isPermanent = Int.random(in: 0..<4, using: &random) == 0
    let wasHeld = model.holds(ref)
    let outcome = try await test.queue.fail(ref, JobFailure(code: "c", message: "m", isPermanent: isPermanent))
    #expect((outcome == .stale) == !wasHeld)
    model.end(ref, .failed(permanent: isPermanent))
    return "fail \(ref) permanent \(isPermanent)"
  }

  private mutating func release() async throws -> String {
    let ref = anyRef()
    let released = try await test.queue.release([ref])
    #expect(released == (model.holds(ref) ? 1 : 0))
    model.end(ref, .released)
    return "release \(ref)"
  }

  private mutating func snooze() async throws -> String {
    let ref = anyRef()
    let isShort = Bool.random(using: &random)
    let snoozed = try await test.queue.snooze([ref], for: isShort ? .zero : .seconds(86_400))
    #expect(snoozed == (model.holds(ref) ? 1 : 0))
    model.end(ref, .snoozed(isDue: isShort))
    return "snooze \(ref) short \(isShort)"
  }

  private mutating func expire() async throws -> String {
    let ref = anyRef()
    _ = try await test.database.query(
      """
      update pressrun.jobs set lease_expires_at = now() - interval '1 second'
      where id = $1 and lease = $2 and state = 'running'
      """, [.integer(ref.job.rawValue), .integer(ref.lease)])
    let rescued = try await test.queue.rescue()
    #expect(rescued == (model.holds(ref) ? 1 : 0))
    model.end(ref, .failed(permanent: false))
    return "expire \(ref)"
  }

  private mutating func anyJob() -> JobID? {
    model.jobs.keys.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &random)
  }

  private mutating func cancel() async throws -> String {
    guard let id = anyJob() else { return "nothing to cancel" }
    let test = test
    if model.cancel(id) {
      try await test.queue.cancel(id)
    } else {
      await #expect(throws: QueueError.self) { try await test.queue.cancel(id) }
    }
    return "cancel \(id)"
  }

  private mutating func retry() async throws -> String {
    guard let id = anyJob() else { return "nothing to retry" }
    let test = test
    if model.retry(id) {
      try await test.queue.retry(id)
    } else {
      await #expect(throws: QueueError.self) { try await test.queue.retry(id) }
    }
    return "retry \(id)"
  }

  private mutating func pause() async throws -> String {
    let tenant = ["a", "b"].randomElement(using: &random) ?? "a"
    if model.paused.remove(tenant) != nil {
      try await test.queue.resume(.tenant(tenant))
      return "resume \(tenant)"
    }
    model.paused.insert(tenant)
    try await test.queue.pause(.tenant(tenant))
    return "pause \(tenant)"
  }

  private mutating func comeDue() async throws -> String {
    let waiting = model.jobs.filter { $0.value.state == .scheduled && !$0.value.isDue }.keys
    guard let id = waiting.min(by: { $0.rawValue < $1.rawValue }) else { return "nothing to come due" }
    _ = try await test.database.query(
      "update pressrun.jobs set run_at = now() where id = $1", [.integer(id.rawValue)])
    model.jobs[id]?.isDue = true
    return "due \(id)"
  }
}
