import JobQueue
import Testing

@testable import Fleet

@Suite struct WorkloadTests {
  let first = LeaseRef(job: JobID(rawValue: 1), lease: 1)
  let second = LeaseRef(job: JobID(rawValue: 2), lease: 1)

  @Test func onlyFreeSlotsAreClaimedFor() {
    var workload = Workload(slots: 2)
    #expect(workload.claimable == 2)
    #expect(workload.take(first) == 0)
    #expect(workload.claimable == 1)
    #expect(workload.take(second) == 1)
    #expect(workload.claimable == 0)
    #expect(workload.take(LeaseRef(job: JobID(rawValue: 3), lease: 1)) == nil)
    workload.finish(first, counting: \.completed)
    #expect(workload.claimable == 1)
    #expect(workload.tally.completed == 1)
    #expect(workload.tally.running == 1)
  }

  @Test func aJobIsFinishedOnce() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    workload.finish(first, counting: \.completed)
    workload.finish(first, counting: \.completed)
    #expect(workload.tally.completed == 1)
    #expect(workload.claimable == 1)
  }

  @Test func whoeverStopsClaimsNothing() {
    var workload = Workload(slots: 2)
    workload.enter(.finishing)
    #expect(workload.claimable == 0)
  }

  @Test func phasesOnlyGoForward() {
    var workload = Workload(slots: 1)
    workload.enter(.stopping)
    workload.enter(.finishing)
    #expect(workload.phase == .stopping)
  }

  @Test func theFirstReasonToStopCounts() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    workload.stop([first], .leaseLost)
    workload.enter(.stopping)
    #expect(workload.stopReason(first) == .leaseLost)
  }

  @Test func aJobThatWasStoppedBeforeItBeganIsCancelledWhenItBegins() async {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    workload.stop(job: first.job, .cancelRequested)
    let render = Task { () -> RenderOutcome in
      while !Task.isCancelled { await Task.yield() }
      return .interrupted
    }
    workload.rendering(first, in: render)
    #expect(await render.value == .interrupted)
    #expect(workload.stopReason(first) == .cancelRequested)
  }

  @Test func delaysDoubleUpToTheirLimit() {
    var delay = RetryDelay(first: .seconds(1), limit: .seconds(5))
    for expected in [1.0, 2, 4, 5, 5] {
      let seconds = delay.next() / .seconds(1)
      #expect((expected * 0.8...expected * 1.2).contains(seconds))
    }
    delay.reset()
    #expect(delay.next() <= .milliseconds(1200))
  }

  @Test func aRingBeforeTheWaitIsNotLost() async {
    let bell = Bell()
    bell.ring()
    await bell.wait(atMost: .seconds(3600))
  }

  @Test func aWaitEndsAtItsTime() async {
    await Bell().wait(atMost: .milliseconds(1))
  }
}
