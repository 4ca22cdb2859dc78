import Application
import DequeModule
import JobQueue

/// The jobs that a worker holds and its free slots: a state machine without I/O.
///
/// A claimed job waits, is rendered in a slot, and is then stored and recorded while the slot renders the next one.
struct Workload {
  private let slots: Int
  /// The jobs that are held, with their slots.
  private var held = HeldLeases<Int?>()
  /// Jobs that have not started, in the order of the claims.
  private var waiting = Deque<LeaseRef>()
  private var freeSlots: [Int]
  private(set) var counts = WorkerCounts()
  private var times = Prefetch()

  init(slots: Int) {
    self.slots = max(1, slots)
    freeSlots = Array((0..<self.slots).reversed())
  }

  var phase: HolderPhase { held.phase }

  /// The number of jobs to claim in addition to the free slots.
  var prefetch: Int { times.count(slots: slots) }

  /// The number of jobs that may be claimed now. Zero while enough jobs wait, so that claims are made in batches.
  var claimable: Int {
    guard phase == .working, waiting.count <= prefetch / 2 else { return 0 }
    // Jobs that are being recorded count too; they end one by one.
    let capacity = slots + prefetch - held.count
    return capacity >= max(1, prefetch / 4) ? capacity : 0
  }

  var refs: [LeaseRef] { held.refs }
  var isEmpty: Bool { held.isEmpty }

  /// Adds a claimed job.
  /// - Returns: false if it is held already.
  mutating func add(_ ref: LeaseRef, at now: ContinuousClock.Instant = .now) -> Bool {
    guard held.add(ref, in: nil, at: now) else { return false }
    waiting.append(ref)
    counts.running += 1
    return true
  }

  /// Starts the next job.
  /// - Returns: the job and its slot; nil if no job waits or no slot is free.
  mutating func startNext() -> (ref: LeaseRef, slot: Int)? {
    guard !waiting.isEmpty, let slot = freeSlots.popLast(), let ref = waiting.popFirst() else { return nil }
    held.start(ref)
    held.move(ref, to: slot)
    return (ref, slot)
  }

  /// Records the task that renders a job. The task is cancelled if the job has been stopped meanwhile.
  mutating func setRenderTask(_ task: Task<Void, Never>, of ref: LeaseRef) {
    held.setTask(task, of: ref)
  }

  /// Frees the job's slot; its outcome has not been recorded yet.
  mutating func didRender(_ ref: LeaseRef, in duration: Duration) {
    guard let slot = held[ref]?.place else { return }
    held.move(ref, to: nil)
    held.endTask(of: ref)
    freeSlots.append(slot)
    times.add(duration)
  }

  /// Stops the jobs that have waited for a slot for a while, because the documents in the slots take longer than those
  /// before. Other workers may have free slots. No job is claimed ahead until short documents have been rendered again.
  /// - Returns: the jobs, which the caller must settle.
  mutating func stopWaiting(longerThan limit: Duration, at now: ContinuousClock.Instant) -> [LeaseRef] {
    let late = waiting.filter { held[$0].map { now - $0.since > limit } ?? false }
    guard !late.isEmpty else { return [] }
    times.averageTime = max(times.averageTime ?? .zero, Prefetch.time * (slots + 1))
    return stop(late, .shutdown)
  }

  /// Stops held jobs. The first reason given for a job is kept.
  /// - Returns: the jobs that had not started, which the caller must settle.
  @discardableResult
  mutating func stop(_ refs: some Sequence<LeaseRef>, _ reason: StopReason) -> [LeaseRef] {
    held.stop(refs, reason).filter { removeWaiting($0) }
  }

  private mutating func removeWaiting(_ ref: LeaseRef) -> Bool {
    guard let index = waiting.firstIndex(of: ref) else { return false }
    waiting.remove(at: index)
    return true
  }

  func stopReason(_ ref: LeaseRef) -> StopReason? { held[ref]?.stopReason }

  /// Removes a job whose outcome has been recorded or dropped.
  mutating func finish(_ ref: LeaseRef, counting count: WritableKeyPath<WorkerCounts, Int>) {
    guard let job = held.remove(ref) else { return }
    if let slot = job.place { freeSlots.append(slot) }
    if !job.hasStarted { _ = removeWaiting(ref) }
    counts.running -= 1
    counts[keyPath: count] += 1
  }

  /// Changes the phase; see `HolderPhase`.
  /// - Returns: the jobs that had not started, which the caller must settle.
  mutating func enter(_ new: HolderPhase) -> [LeaseRef] {
    stop(held.enter(new, waiting: Array(waiting)), .shutdown)
  }
}
