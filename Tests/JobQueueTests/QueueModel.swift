@testable import JobQueue

/// A reference implementation of the queue's rules in memory.
struct QueueModel {
  struct Job: Equatable {
    var tenant: String
    var priority: Int
    var key: String?
    var state = JobState.available
    var lease: Int64 = 0
    var attempt = 0
    var maxAttempts = QueueModel.attempts
    var cancelRequested = false
    /// Position among the ready jobs of its tenant and priority.
    var ready = 0
    /// Waiting jobs only: whether the time has come.
    var isDue = false
    var isUnfinished: Bool { !state.isFinal }
  }

  static let attempts = 3
  var jobs: [JobID: Job] = [:]
  var paused: Set<String> = []
  /// Counts transactions.
  private var time = 0

  mutating func enqueue(_ id: JobID, tenant: String, priority: Int, key: String?, delayed: Bool) {
    time += 1
    var job = Job(tenant: tenant, priority: priority, key: key)
    job.ready = time
    if delayed { job.state = .scheduled }
    jobs[id] = job
  }

  func holder(of key: String?, tenant: String) -> JobID? {
    guard let key else { return nil }
    return jobs.first { $0.value.key == key && $0.value.tenant == tenant && $0.value.isUnfinished }?.key
  }

  /// The jobs that a claim finds after maintenance, by tenant, in order.
  mutating func ready() -> [String: [JobID]] {
    time += 1
    for (id, job) in jobs where job.isDue && (job.state == .scheduled || job.state == .retryable) {
      jobs[id]?.state = .available
      jobs[id]?.ready = time
    }
    let ready = jobs.filter { $0.value.state == .available && !paused.contains($0.value.tenant) }
    return Dictionary(grouping: ready.keys) { ready[$0]?.tenant ?? "" }.mapValues { ids in
      ids.sorted { a, b in
        guard let first = ready[a], let second = ready[b] else { return false }
        return (-first.priority, first.ready, a.rawValue) < (-second.priority, second.ready, b.rawValue)
      }
    }
  }

  mutating func claim(_ id: JobID) -> LeaseRef {
    jobs[id]?.state = .running
    jobs[id]?.lease += 1
    jobs[id]?.attempt += 1
    jobs[id]?.cancelRequested = false
    return LeaseRef(job: id, lease: jobs[id]?.lease ?? 0)
  }

  func holds(_ ref: LeaseRef) -> Bool { jobs[ref.job].map { $0.state == .running && $0.lease == ref.lease } ?? false }

  enum Ending {
    case completed
    case failed(permanent: Bool)
    case released
    case snoozed(isDue: Bool)
  }

  mutating func end(_ ref: LeaseRef, _ ending: Ending) {
    guard holds(ref), var job = jobs[ref.job] else { return }
    job.isDue = false
    switch ending {
    case .released where job.cancelRequested, .snoozed where job.cancelRequested:
      // A returned attempt does not count, even if the job is then cancelled.
      job.state = .cancelled
      job.attempt -= 1
    case _ where job.cancelRequested: job.state = .cancelled
    case .completed: job.state = .completed
    case .released:
      job.state = .available
      job.attempt -= 1
    case .snoozed(let isDue):
      job.state = .scheduled
      job.attempt -= 1
      job.isDue = isDue
    case .failed(let permanent):
      job.state = permanent || job.attempt >= job.maxAttempts ? .discarded : .retryable
      // The kind has no backoff.
      job.isDue = true
    }
    jobs[ref.job] = job
  }

  /// - Returns: false if it is refused.
  mutating func cancel(_ id: JobID) -> Bool {
    switch jobs[id]?.state {
    case .scheduled, .available, .retryable: jobs[id]?.state = .cancelled
    case .running: jobs[id]?.cancelRequested = true
    case .cancelled: break
    default: return false
    }
    return true
  }

  /// - Returns: false if it is refused.
  mutating func retry(_ id: JobID) -> Bool {
    guard var job = jobs[id], [.discarded, .cancelled, .retryable, .scheduled].contains(job.state) else { return false }
    if job.state.isFinal {
      if holder(of: job.key, tenant: job.tenant) != nil { return false }
      job.maxAttempts = job.attempt + Self.attempts
    }
    time += 1
    job.state = .available
    job.ready = time
    job.cancelRequested = false
    jobs[id] = job
    return true
  }
}
