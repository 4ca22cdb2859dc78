import JobQueue
import Synchronization
import Testing

@testable import Worker

@Suite struct WorkloadTests {
  let first = LeaseRef(job: JobID(rawValue: 1), lease: 1)
  let second = LeaseRef(job: JobID(rawValue: 2), lease: 1)

  let third = LeaseRef(job: JobID(rawValue: 3), lease: 1)

  @Test func onlyFreeSlotsAreClaimedFor() {
    var workload = Workload(slots: 2)
    #expect(workload.claimable == 2)
    let tookFirst = workload.take(first)
    #expect(tookFirst)
    #expect(workload.next()?.slot == 0)
    #expect(workload.claimable == 1)
    let tookSecond = workload.take(second)
    #expect(tookSecond)
    #expect(workload.next()?.slot == 1)
    #expect(workload.claimable == 0)
    workload.finish(first, counting: \.completed)
    #expect(workload.claimable == 1)
    #expect(workload.tally.completed == 1)
    #expect(workload.tally.running == 1)
  }

  @Test func jobsBeyondTheSlotsWaitInTheirOrder() {
    var workload = Workload(slots: 1)
    for ref in [first, second, third] { _ = workload.take(ref) }
    #expect(workload.next()?.ref == first)
    #expect(workload.next() == nil)
    workload.rendered(first, in: .seconds(1))
    #expect(workload.next()?.ref == second)
    #expect(workload.refs.count == 3, "what is rendered is held until it is recorded")
  }

  @Test func aJobIsHeldOnce() {
    var workload = Workload(slots: 2)
    let tookFirst = workload.take(first)
    #expect(tookFirst)
    let tookFirstAgain = workload.take(first)
    #expect(!tookFirstAgain)
  }

  @Test func shortDocumentsAreClaimedAheadAndLongOnesAreNot() {
    var workload = Workload(slots: 2)
    #expect(workload.ahead == 0)
    func render(in duration: Duration) {
      _ = workload.take(first)
      _ = workload.next()
      workload.rendered(first, in: duration)
      workload.finish(first, counting: \.completed)
    }
    render(in: .milliseconds(20))
    #expect(workload.ahead == 10)
    #expect(workload.claimable == 12)
    for _ in 0..<20 { render(in: .milliseconds(1)) }
    #expect(workload.ahead == 16)
    for _ in 0..<20 { render(in: .seconds(2)) }
    #expect(workload.ahead == 0)
  }

  @Test func claimsComeInBatches() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    _ = workload.next()
    workload.rendered(first, in: .milliseconds(10))
    workload.finish(first, counting: \.completed)
    #expect(workload.ahead == 8)
    for number in Int64(10)..<19 { _ = workload.take(LeaseRef(job: JobID(rawValue: number), lease: 1)) }
    _ = workload.next()
    #expect(workload.claimable == 0, "eight wait")
    for number in Int64(10)..<14 {
      workload.rendered(LeaseRef(job: JobID(rawValue: number), lease: 1), in: .milliseconds(10))
      workload.finish(LeaseRef(job: JobID(rawValue: number), lease: 1), counting: \.completed)
      _ = workload.next()
    }
    #expect(workload.claimable == 4, "four wait, one runs")
  }

  @Test func aJobIsFinishedOnce() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    workload.finish(first, counting: \.completed)
    workload.finish(first, counting: \.completed)
    #expect(workload.tally.completed == 1)
    #expect(workload.claimable == 1)
  }

  @Test func whoeverStopsClaimsNothingAndGivesBackWhatHasNotBegun() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    _ = workload.take(second)
    _ = workload.next()
    #expect(workload.enter(.finishing) == [second])
    #expect(workload.stopReason(second) == .shutdown)
    #expect(workload.stopReason(first) == nil)
    #expect(workload.claimable == 0)
  }

  @Test func whoeverIsQuietClaimsNothingUntilResumed() {
    var workload = Workload(slots: 2)
    _ = workload.enter(.quiet)
    #expect(workload.claimable == 0)
    _ = workload.enter(.working)
    #expect(workload.claimable == 2)
  }

  @Test func phasesOnlyGoForward() {
    var workload = Workload(slots: 1)
    _ = workload.enter(.stopping)
    for phase in [Workload.Phase.finishing, .quiet, .working] { _ = workload.enter(phase) }
    #expect(workload.phase == .stopping)
  }

  @Test func theFirstReasonToStopCounts() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    workload.stop([first], .leaseLost)
    _ = workload.enter(.stopping)
    #expect(workload.stopReason(first) == .leaseLost)
  }

  @Test func aWaitingJobThatIsStoppedIsGivenUpOnce() {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    _ = workload.take(second)
    _ = workload.next()
    #expect(workload.stop([first, second], .cancelRequested) == [second])
    #expect(workload.stop([first, second], .cancelRequested).isEmpty)
    workload.rendered(first, in: .seconds(1))
    #expect(workload.next() == nil)
  }

  @Test func aJobThatWasStoppedBeforeItBeganIsCancelledWhenItBegins() async {
    var workload = Workload(slots: 1)
    _ = workload.take(first)
    _ = workload.next()
    workload.stop(workload.refs(of: first.job), .cancelRequested)
    let render = Task {
      while !Task.isCancelled { await Task.yield() }
    }
    workload.rendering(first, in: render)
    await render.value
    #expect(workload.stopReason(first) == .cancelRequested)
  }

  @Test func completionsOfABusyWorkerAreWrittenTogether() async throws {
    let batches = Mutex<[Int]>([])
    let gate = Bell()
    let completer = Completer { entries in
      batches.withLock { $0.append(entries.count) }
      if batches.withLock({ $0.count }) == 1 { await gate.wait(atMost: .seconds(3600)) }
      return entries.map { _ in .completed(eventID: "e") }
    }
    let artifact = Artifact(sha256: String(repeating: "0", count: 64), bytes: 0, pages: [])
    try await withThrowingTaskGroup(of: CompletionOutcome.self) { group in
      for number in 0..<5 {
        let ref = LeaseRef(job: JobID(rawValue: Int64(number)), lease: 1)
        group.addTask { try await completer.complete(ref, Completion(artifact: artifact)) }
        // The first is being written by the time that the others come.
        while batches.withLock({ $0.isEmpty }) { await Task.yield() }
      }
      while completer.count < 4 { await Task.yield() }
      gate.ring()
      for try await outcome in group { #expect(outcome == .completed(eventID: "e")) }
    }
    #expect(batches.withLock { $0 } == [1, 4])
  }

  @Test func aCompletionAtFaultFailsAlone() async throws {
    let completer = Completer { entries in
      if entries.contains(where: { $0.ref.job.rawValue == 2 }) {
        throw QueueError(code: .invalidArgument, message: "not well described")
      }
      return entries.map { _ in .completed(eventID: "e") }
    }
    let artifact = Artifact(sha256: String(repeating: "0", count: 64), bytes: 0, pages: [])
    let failed = try await withThrowingTaskGroup(of: Int64?.self) { group in
      for number in Int64(1)...4 {
        group.addTask {
          let ref = LeaseRef(job: JobID(rawValue: number), lease: 1)
          do { _ = try await completer.complete(ref, Completion(artifact: artifact)) } catch { return number }
          return nil
        }
      }
      return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
    }
    #expect(failed == [2])
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
