import JobQueue

/// The jobs that a worker holds and the renderers that are free. A value that decides; it does nothing by itself.
///
/// A job that was claimed waits, is rendered in a slot, and is then stored and recorded while the slot takes the next.
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
    /// No more claims until told to go on; what is in hand is finished.
    case quiet
    /// No more claims; what has begun is finished.
    case finishing
    /// What is in hand is stopped and given back.
    case stopping
  }

  private struct Held {
    var hasBegun = false
    var slot: Int?
    var render: Task<Void, Never>?
    var stopReason: StopReason?
  }

  private let slots: Int
  private var held: [LeaseRef: Held] = [:]
  /// In the order of the claims.
  private var waiting = Line<LeaseRef>()
  private var freeSlots: [Int]
  private(set) var phase = Phase.working
  private(set) var tally = WorkerTally()
  /// How long recent documents took, on average. Nil before the first.
  private var pace: Duration?

  init(slots: Int) {
    self.slots = max(1, slots)
    freeSlots = Array((0..<self.slots).reversed())
  }

  /// Jobs claimed ahead of a free slot: as many as the slots use up in a tenth of a second, so that short documents do not
  /// wait for the database one by one, and long ones leave the rest to other workers.
  var ahead: Int {
    guard let pace, pace > .zero else { return 0 }
    return Int(Double(slots) * min(Double(Self.aheadPerSlot), Self.aheadTime / pace))
  }

  private static let aheadPerSlot = 8
  private static let aheadTime = Duration.milliseconds(100)

  /// How many jobs may be claimed now. None while enough of them wait, so that claims come in batches.
  var claimable: Int {
    guard phase == .working, waiting.count <= ahead / 2 else { return 0 }
    let room = slots + ahead - held.count
    // Those that are being recorded take up room too, and make it bit by bit.
    return room >= max(1, ahead / 4) ? room : 0
  }

  var refs: [LeaseRef] { Array(held.keys) }
  var isEmpty: Bool { held.isEmpty }

  /// Takes a claimed job in hand.
  /// - Returns: false where it is there already.
  mutating func take(_ ref: LeaseRef) -> Bool {
    guard held[ref] == nil else { return false }
    held[ref] = Held()
    waiting.append(ref)
    tally.running += 1
    return true
  }

  /// The next job to be rendered, and the slot it has now; nil where nothing waits or no slot is free.
  mutating func next() -> (ref: LeaseRef, slot: Int)? {
    guard !waiting.isEmpty, let slot = freeSlots.popLast(), let ref = waiting.popFirst() else { return nil }
    held[ref]?.hasBegun = true
    held[ref]?.slot = slot
    return (ref, slot)
  }

  /// Notes the task that renders the job. It is cancelled at once where the job had to be stopped before it began.
  mutating func rendering(_ ref: LeaseRef, in task: Task<Void, Never>) {
    held[ref]?.render = task
    if held[ref]?.stopReason != nil || phase == .stopping {
      stop([ref], .shutdown)
    }
  }

  /// The job's slot is free again; its outcome is still to be recorded.
  mutating func rendered(_ ref: LeaseRef, in duration: Duration) {
    guard let slot = held[ref]?.slot else { return }
    held[ref]?.slot = nil
    held[ref]?.render = nil
    freeSlots.append(slot)
    pace = pace.map { $0 * 0.8 + duration * 0.2 } ?? duration
  }

  /// Stops jobs in hand; the first reason given is the one that counts.
  /// - Returns: those that had not begun: they are to be given up.
  @discardableResult
  mutating func stop(_ refs: some Sequence<LeaseRef>, _ reason: StopReason) -> [LeaseRef] {
    var unbegun: [LeaseRef] = []
    for ref in refs {
      guard var job = held[ref] else { continue }
      job.stopReason = job.stopReason ?? reason
      job.render?.cancel()
      held[ref] = job
      if !job.hasBegun, waiting.remove(ref) { unbegun.append(ref) }
    }
    return unbegun
  }

  /// The leases of a job that are in hand.
  func refs(of job: JobID) -> [LeaseRef] { held.keys.filter { $0.job == job } }

  func stopReason(_ ref: LeaseRef) -> StopReason? { held[ref]?.stopReason }

  /// Lets go of a job.
  mutating func finish(_ ref: LeaseRef, counting count: WritableKeyPath<WorkerTally, Int>) {
    guard let job = held.removeValue(forKey: ref) else { return }
    if let slot = job.slot { freeSlots.append(slot) }
    if !job.hasBegun { _ = waiting.remove(ref) }
    tally.running -= 1
    tally[keyPath: count] += 1
  }

  /// Phases only go forward, but for quiet and working.
  /// - Returns: the jobs that had not begun and will not: they are to be given back.
  mutating func enter(_ new: Phase) -> [LeaseRef] {
    switch (phase, new) {
    case (.working, .quiet), (.quiet, .working):
      phase = new
      return []
    case (.working, .finishing), (.quiet, .finishing):
      phase = .finishing
      return stop(waiting.all, .shutdown)
    case (_, .stopping):
      phase = .stopping
      return stop(refs, .shutdown)
    default:
      return []
    }
  }
}
