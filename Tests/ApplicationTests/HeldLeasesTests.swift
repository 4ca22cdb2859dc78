import Application
import JobQueue
import TestTraits
import Testing

@Suite("Held leases", .hangLimit) struct HeldLeasesTests {
  private let now = ContinuousClock.now

  private func ref(_ job: Int64) -> LeaseRef { LeaseRef(job: JobID(rawValue: job), lease: 1) }

  @Test func aJobIsHeldOnce() {
    var held = HeldLeases<Int?>()
    let (first, second) = (held.add(ref(1), in: nil, at: now), held.add(ref(1), in: 2, at: now))
    #expect(first && !second)
    #expect(held.count == 1 && held[ref(1)]?.place == nil)
  }

  @Test func theFirstReasonIsKept() {
    var held = HeldLeases<Int>()
    _ = held.add(ref(1), in: 0, at: now)
    _ = held.add(ref(2), in: 0, at: now)
    held.start(ref(2))
    #expect(held.stop([ref(1), ref(2), ref(3)], .cancelRequested) == [ref(1)])
    #expect(held.stop([ref(2)], .shutdown).isEmpty)
    #expect(held[ref(2)]?.stopReason == .cancelRequested)
  }

  @Test func aTaskOfAStoppedJobIsCancelled() async {
    var held = HeldLeases<Int>()
    _ = held.add(ref(1), in: 0, at: now)
    held.start(ref(1))
    _ = held.stop([ref(1)], .leaseLost)
    let task = Task<Void, Never> {}
    held.setTask(task, of: ref(1))
    #expect(task.isCancelled)
    #expect(held[ref(1)]?.stopReason == .leaseLost)
  }

  @Test func phasesOnlyAdvance() {
    var held = HeldLeases<Int>()
    _ = held.add(ref(1), in: 0, at: now)
    #expect(held.enter(.quiet, waiting: [ref(1)]).isEmpty)
    #expect(held.enter(.working, waiting: []).isEmpty)
    #expect(held.enter(.finishing, waiting: [ref(1)]) == [ref(1)])
    #expect(held.enter(.working, waiting: [ref(1)]).isEmpty)
    #expect(held.phase == .finishing)
    #expect(held.enter(.stopping, waiting: []) == [ref(1)])
  }

  @Test func shortJobsAreClaimedAhead() {
    var times = Prefetch()
    #expect(times.count(slots: 4) == 0)
    times.add(.milliseconds(50))
    #expect(times.count(slots: 4) == 8)
    times.add(.milliseconds(1))
    #expect(times.count(slots: 1) == 2)
    times.averageTime = .milliseconds(1)
    #expect(times.count(slots: 4) == 32)
  }
}
