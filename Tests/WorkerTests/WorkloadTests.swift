import Application
import JobQueue
import TestTraits
import Testing

@testable import Worker

@Suite(.hangLimit) struct WorkloadTests {
  let first = LeaseRef(job: JobID(rawValue: 1), lease: 1)
  let second = LeaseRef(job: JobID(rawValue: 2), lease: 1)

  let third = LeaseRef(job: JobID(rawValue: 3), lease: 1)

  @Test func onlyFreeSlotsAreClaimedFor() {
    var workload = Workload(slots: 2)
    #expect(workload.claimable == 2)
    let tookFirst = workload.add(first)
    #expect(tookFirst)
    #expect(workload.startNext()?.slot == 0)
    #expect(workload.claimable == 1)
    let tookSecond = workload.add(second)
    #expect(tookSecond)
    #expect(workload.startNext()?.slot == 1)
    #expect(workload.claimable == 0)
    workload.finish(first, counting: \.completed)
    #expect(workload.claimable == 1)
    #expect(workload.counts.completed == 1)
    #expect(workload.counts.running == 1)
  }

  @Test func jobsBeyondTheSlotsWaitInTheirOrder() {
    var workload = Workload(slots: 1)
    for ref in [first, second, third] { _ = workload.add(ref) }
    #expect(workload.startNext()?.ref == first)
    #expect(workload.startNext() == nil)
    workload.didRender(first, in: .seconds(1))
    #expect(workload.startNext()?.ref == second)
    #expect(workload.refs.count == 3, "rendered jobs are held until they are recorded")
  }

  /// A job that was claimed ahead waited for as long as the documents in the slots took: 65 seconds behind two bombs.
  @Test func jobsThatWaitTooLongAreGivenBack() {
    var workload = Workload(slots: 1)
    let start = ContinuousClock.now
    _ = workload.add(first, at: start)
    _ = workload.startNext()
    workload.didRender(first, in: .milliseconds(10))
    workload.finish(first, counting: \.completed)
    #expect(workload.prefetch > 0)
    for ref in [first, second, third] { _ = workload.add(ref, at: start) }
    _ = workload.startNext()
    #expect(workload.stopWaiting(longerThan: .seconds(1), at: start + .seconds(1)) == [])
    #expect(workload.stopWaiting(longerThan: .seconds(1), at: start + .seconds(2)) == [second, third])
    #expect(workload.stopReason(second) == .shutdown && workload.stopReason(first) == nil)
    for ref in [second, third] { workload.finish(ref, counting: \.released) }
    // They are not claimed again while the slot is busy.
    #expect(workload.prefetch == 0 && workload.claimable == 0)
    #expect(workload.stopWaiting(longerThan: .seconds(1), at: start + .seconds(9)) == [])
  }

  @Test func aJobIsHeldOnce() {
    var workload = Workload(slots: 2)
    let tookFirst = workload.add(first)
    #expect(tookFirst)
    let tookFirstAgain = workload.add(first)
    #expect(!tookFirstAgain)
  }

  @Test func shortDocumentsArePrefetchedAndLongOnesAreNot() {
    var workload = Workload(slots: 2)
    #expect(workload.prefetch == 0)
    func render(in duration: Duration) {
      _ = workload.add(first)
      _ = workload.startNext()
      workload.didRender(first, in: duration)
      workload.finish(first, counting: \.completed)
    }
    render(in: .milliseconds(20))
    #expect(workload.prefetch == 10)
    #expect(workload.claimable == 12)
    for _ in 0..<20 { render(in: .milliseconds(1)) }
    #expect(workload.prefetch == 16)
    for _ in 0..<20 { render(in: .seconds(2)) }
    #expect(workload.prefetch == 0)
  }

  @Test func claimsComeInBatches() {
    var workload = Workload(slots: 1)
    _ = workload.add(first)
    _ = workload.startNext()
    workload.didRender(first, in: .milliseconds(10))
    workload.finish(first, counting: \.completed)
    #expect(workload.prefetch == 8)
    for number in Int64(10)..<19 { _ = workload.add(LeaseRef(job: JobID(rawValue: number), lease: 1)) }
    _ = workload.startNext()
    #expect(workload.claimable == 0, "eight wait")
    for number in Int64(10)..<14 {
      workload.didRender(LeaseRef(job: JobID(rawValue: number), lease: 1), in: .milliseconds(10))
      workload.finish(LeaseRef(job: JobID(rawValue: number), lease: 1), counting: \.completed)
      _ = workload.startNext()
    }
    #expect(workload.claimable == 4, "four wait, one runs")
  }

  @Test func aJobIsFinishedOnce() {
    var workload = Workload(slots: 1)
    _ = workload.add(first)
    workload.finish(first, counting: \.completed)
    workload.finish(first, counting: \.completed)
    #expect(workload.counts.completed == 1)
    #expect(workload.claimable == 1)
  }

  @Test func stoppingEndsClaimsAndReturnsUnstartedJobs() {
    var workload = Workload(slots: 1)
    _ = workload.add(first)
    _ = workload.add(second)
    _ = workload.startNext()
    #expect(workload.enter(.finishing) == [second])
    #expect(workload.stopReason(second) == .shutdown)
    #expect(workload.stopReason(first) == nil)
    #expect(workload.claimable == 0)
  }

  @Test func aQuietWorkerClaimsNothingBeforeItIsResumed() {
    var workload = Workload(slots: 2)
    _ = workload.enter(.quiet)
    #expect(workload.claimable == 0)
    _ = workload.enter(.working)
    #expect(workload.claimable == 2)
  }

  @Test func phasesOnlyGoForward() {
    var workload = Workload(slots: 1)
    _ = workload.enter(.stopping)
    for phase in [HolderPhase.finishing, .quiet, .working] { _ = workload.enter(phase) }
    #expect(workload.phase == .stopping)
  }

  @Test func theFirstStopReasonIsKept() {
    var workload = Workload(slots: 1)
    _ = workload.add(first)
    workload.stop([first], .leaseLost)
    _ = workload.enter(.stopping)
    #expect(workload.stopReason(first) == .leaseLost)
  }

  @Test func aStoppedWaitingJobIsReturnedOnce() {
    var workload = Workload(slots: 1)
    _ = workload.add(first)
    _ = workload.add(second)
    _ = workload.startNext()
    #expect(workload.stop([first, second], .cancelRequested) == [second])
    #expect(workload.stop([first, second], .cancelRequested).isEmpty)
    workload.didRender(first, in: .seconds(1))
    #expect(workload.startNext() == nil)
  }

  @Test func aJobStoppedBeforeItsStartIsCancelledWhenItStarts() async {
    var workload = Workload(slots: 1)
    _ = workload.add(first)
    _ = workload.startNext()
    workload.stop([first], .cancelRequested)
    // Ends only by cancellation.
    let render = Task { _ = try? await Task.sleep(for: .seconds(3600)) }
    workload.setRenderTask(render, of: first)
    await render.value
    #expect(workload.stopReason(first) == .cancelRequested)
  }
}
