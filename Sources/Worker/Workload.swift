import Application
import DequeModule
import JobQueue

/// The jobs that a worker holds and its free slots: a state machine without I/O.
///
/// A claimed job waits, is rendered in a slot, and is then stored and recorded while the slot renders the next one.
struct Workload {
  private struct Held {
    var since: ContinuousClock.Instant
    var hasStarted = false
    var slot: Int?
    var render: Task<Void, Never>?
    var stopReason: StopReason?
  }

  private let slots: Int
  private var held: [LeaseRef: Held] = [:]
  /// Jobs that have not started, in the order of the claims.
  private var waiting = Deque<LeaseRef>()
  private var freeSlots: [Int]
  private(set) var phase = HolderPhase.working
  private(set) var counts = WorkerCounts()
  /// Moving average of the rendering time of a document; nil before the first.
  private var averageTime: Duration?

  init(slots: Int) {
    self.slots = max(1, slots)
    freeSlots = Array((0..<self.slots).reversed())
  }

  /// The number of jobs to claim in addition to the free slots: as many as the slots render in a tenth of a second.
  /// Short documents are thus claimed several at a time, and long ones remain available to other workers.
  var prefetch: Int {
    guard let averageTime, averageTime > .zero else { return 0 }
    return Int(Double(slots) * min(Double(Self.prefetchPerSlot), Self.prefetchTime / averageTime))
  }

  private static let prefetchPerSlot = 8
  private static let prefetchTime = Duration.milliseconds(100)

  /// The number of jobs that may be claimed now. Zero while enough jobs wait, so that claims are made in batches.
  var claimable: Int {
    guard phase == .working, waiting.count <= prefetch / 2 else { return 0 }
    // Jobs that are being recorded count too; they end one by one.
    let capacity = slots + prefetch - held.count
    return capacity >= max(1, prefetch / 4) ? capacity : 0
  }

  var refs: [LeaseRef] { Array(held.keys) }
  var isEmpty: Bool { held.isEmpty }

  /// Adds a claimed job.
  /// - Returns: false if it is held already.
  mutating func add(_ ref: LeaseRef, at now: ContinuousClock.Instant = .now) -> Bool {
    guard held[ref] == nil else { return false }
    held[ref] = Held(since: now)
    waiting.append(ref)
    counts.running += 1
    return true
  }

  /// Starts the next job.
  /// - Returns: the job and its slot; nil if no job waits or no slot is free.
  mutating func startNext() -> (ref: LeaseRef, slot: Int)? {
    guard !waiting.isEmpty, let slot = freeSlots.popLast(), let ref = waiting.popFirst() else { return nil }
    held[ref]?.hasStarted = true
    held[ref]?.slot = slot
    return (ref, slot)
  }

  /// Records the task that renders a job. The task is cancelled if the job has been stopped meanwhile.
  mutating func setRenderTask(_ task: Task<Void, Never>, of ref: LeaseRef) {
    held[ref]?.render = task
    if held[ref]?.stopReason != nil || phase == .stopping { stop([ref], .shutdown) }
  }

  /// Frees the job's slot; its outcome has not been recorded yet.
  mutating func didRender(_ ref: LeaseRef, in duration: Duration) {
    guard let slot = held[ref]?.slot else { return }
    held[ref]?.slot = nil
    held[ref]?.render = nil
    freeSlots.append(slot)
    averageTime = averageTime.map { $0 * 0.8 + duration * 0.2 } ?? duration
  }

  /// Stops the jobs that have waited for a slot for a while, because the documents in the slots take longer than those
  /// before. Other workers may have free slots. No job is claimed ahead until short documents have been rendered again.
  /// - Returns: the jobs, which the caller must settle.
  mutating func stopWaiting(longerThan limit: Duration, at now: ContinuousClock.Instant) -> [LeaseRef] {
    let late = waiting.filter { held[$0].map { now - $0.since > limit } ?? false }
    guard !late.isEmpty else { return [] }
    averageTime = max(averageTime ?? .zero, Self.prefetchTime * (slots + 1))
    return stop(late, .shutdown)
  }

  /// Stops held jobs. The first reason given for a job is kept.
  /// - Returns: the jobs that had not started, which the caller must settle.
  @discardableResult
  mutating func stop(_ refs: some Sequence<LeaseRef>, _ reason: StopReason) -> [LeaseRef] {
    var unstarted: [LeaseRef] = []
    for ref in refs {
      guard var job = held[ref] else { continue }
      job.stopReason = job.stopReason ?? reason
      job.render?.cancel()
      held[ref] = job
      if !job.hasStarted, removeWaiting(ref) { unstarted.append(ref) }
    }
    return unstarted
  }

  private mutating func removeWaiting(_ ref: LeaseRef) -> Bool {
    guard let index = waiting.firstIndex(of: ref) else { return false }
    waiting.remove(at: index)
    return true
  }

  func stopReason(_ ref: LeaseRef) -> StopReason? { held[ref]?.stopReason }

  /// Removes a job whose outcome has been recorded or dropped.
  mutating func finish(_ ref: LeaseRef, counting count: WritableKeyPath<WorkerCounts, Int>) {
    guard let job = held.removeValue(forKey: ref) else { return }
    if let slot = job.slot { freeSlots.append(slot) }
    if !job.hasStarted { _ = removeWaiting(ref) }
    counts.running -= 1
    counts[keyPath: count] += 1
  }

  /// Changes the phase. Except between `working` and `quiet`, phases only advance; any other change is ignored.
  /// - Returns: the jobs that had not started, which the caller must settle.
  mutating func enter(_ new: HolderPhase) -> [LeaseRef] {
    switch (phase, new) {
    case (.working, .quiet), (.quiet, .working):
      phase = new
      return []
    case (.working, .finishing), (.quiet, .finishing):
      phase = .finishing
      return stop(Array(waiting), .shutdown)
    case (_, .stopping):
      phase = .stopping
      return stop(refs, .shutdown)
    default:
      return []
    }
  }
}
