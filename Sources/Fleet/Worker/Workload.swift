import JobQueue

/// The jobs that a worker holds and the renderers that are free. A value that decides; it does nothing by itself.
struct Workload {
  /// Why a job in hand must be stopped.
  enum StopReason: Hashable, Sendable {
    /// The lease is somebody else's by now: drop the result.
    case leaseLost
    case cancelRequested
    /// The worker ends: give the job back.
    case shutdown
  }

  enum Phase: Hashable, Sendable {
    case working
    /// No more claims; what is in hand is finished.
    case finishing
    /// What is in hand is stopped and given back.
    case stopping
  }

  private struct Held {
    var slot: Int
    var render: Task<RenderOutcome, Never>?
    var stopReason: StopReason?
  }

  private var held: [LeaseRef: Held] = [:]
  private var freeSlots: [Int]
  private(set) var phase = Phase.working
  private(set) var tally = WorkerTally()

  init(slots: Int) { freeSlots = Array((0..<slots).reversed()) }

  /// How many jobs may be claimed now.
  var claimable: Int { phase == .working ? freeSlots.count : 0 }
  var refs: [LeaseRef] { Array(held.keys) }
  var isEmpty: Bool { held.isEmpty }

  /// Takes a claimed job into a free slot; nil where there is none.
  mutating func take(_ ref: LeaseRef) -> Int? {
    guard held[ref] == nil, let slot = freeSlots.popLast() else { return nil }
    held[ref] = Held(slot: slot)
    tally.running += 1
    return slot
  }

  /// Notes the task that renders the job. It is cancelled at once where the job had to be stopped before it began.
  mutating func rendering(_ ref: LeaseRef, in task: Task<RenderOutcome, Never>) {
    held[ref]?.render = task
    if held[ref]?.stopReason != nil || phase == .stopping {
      stop([ref], .shutdown)
    }
  }

  /// Stops jobs in hand; the first reason given is the one that counts.
  mutating func stop(_ refs: some Sequence<LeaseRef>, _ reason: StopReason) {
    for ref in refs {
      guard var job = held[ref] else { continue }
      job.stopReason = job.stopReason ?? reason
      job.render?.cancel()
      held[ref] = job
    }
  }

  /// - Returns: whether the job is in hand.
  @discardableResult
  mutating func stop(job id: JobID, _ reason: StopReason) -> Bool {
    let refs = held.keys.filter { $0.job == id }
    stop(refs, reason)
    return !refs.isEmpty
  }

  func stopReason(_ ref: LeaseRef) -> StopReason? { held[ref]?.stopReason }

  /// Lets go of a job and frees its slot.
  mutating func finish(_ ref: LeaseRef, counting count: WritableKeyPath<WorkerTally, Int>) {
    guard let job = held.removeValue(forKey: ref) else { return }
    freeSlots.append(job.slot)
    tally.running -= 1
    tally[keyPath: count] += 1
  }

  /// Phases only go forward.
  mutating func enter(_ new: Phase) {
    switch (phase, new) {
    case (.working, .finishing): phase = .finishing
    case (_, .stopping):
      phase = .stopping
      stop(refs, .shutdown)
    default: break
    }
  }
}
