import JobQueue

/// The leases that a worker or a relay holds, and its phase: a state machine without I/O.
///
/// A held job waits, is worked on by a task, and is removed when its outcome has been recorded or dropped.
package struct HeldLeases<Place> {
  package struct Held {
    /// Where the job waits or is worked on.
    package var place: Place
    /// The time at which the job was claimed.
    package let since: ContinuousClock.Instant
    package fileprivate(set) var hasStarted = false
    package fileprivate(set) var stopReason: StopReason?
    fileprivate var task: Task<Void, Never>?
  }

  private var held: [LeaseRef: Held] = [:]
  /// Changed by `enter`.
  package private(set) var phase = HolderPhase.working

  package init() {}

  /// The leases that are held, in no particular order.
  package var refs: [LeaseRef] { Array(held.keys) }
  package var isEmpty: Bool { held.isEmpty }
  package var count: Int { held.count }
  /// Returns nil if the job is not held.
  package subscript(ref: LeaseRef) -> Held? { held[ref] }

  /// Adds a claimed job.
  /// - Returns: false if it is held already.
  package mutating func add(_ ref: LeaseRef, in place: Place, at now: ContinuousClock.Instant) -> Bool {
    guard held[ref] == nil else { return false }
    held[ref] = Held(place: place, since: now)
    return true
  }

  /// The job is worked on from now on. Ignored if it is not held.
  package mutating func start(_ ref: LeaseRef) { held[ref]?.hasStarted = true }

  /// Changes where the job is. Ignored if it is not held.
  package mutating func move(_ ref: LeaseRef, to place: Place) { held[ref]?.place = place }

  /// Records the task that works on a started job. The task is cancelled if the job has been stopped meanwhile.
  package mutating func setTask(_ task: Task<Void, Never>, of ref: LeaseRef) {
    held[ref]?.task = task
    if held[ref]?.stopReason != nil || phase == .stopping { _ = stop([ref], .shutdown) }
  }

  /// The task is not cancelled any more when the job is stopped.
  package mutating func endTask(of ref: LeaseRef) { held[ref]?.task = nil }

  /// Stops held jobs. The first reason given for a job is kept.
  /// - Returns: the jobs that have not started.
  package mutating func stop(_ refs: some Sequence<LeaseRef>, _ reason: StopReason) -> [LeaseRef] {
    var unstarted: [LeaseRef] = []
    for ref in refs {
      guard var job = held[ref] else { continue }
      job.stopReason = job.stopReason ?? reason
      job.task?.cancel()
      held[ref] = job
      if !job.hasStarted { unstarted.append(ref) }
    }
    return unstarted
  }

  /// The outcome of the job was recorded or dropped.
  /// - Returns: the job; nil if it was not held.
  package mutating func remove(_ ref: LeaseRef) -> Held? { held.removeValue(forKey: ref) }

  /// Changes the phase. Except between `working` and `quiet`, phases only advance; any other change is ignored.
  /// - Returns: the jobs to stop: those that wait, or all.
  package mutating func enter(_ new: HolderPhase, waiting: [LeaseRef]) -> [LeaseRef] {
    switch (phase, new) {
    case (.working, .quiet), (.quiet, .working):
      phase = new
      return []
    case (.working, .finishing), (.quiet, .finishing):
      phase = .finishing
      return waiting
    case (_, .stopping):
      phase = .stopping
      return refs
    default:
      return []
    }
  }
}
