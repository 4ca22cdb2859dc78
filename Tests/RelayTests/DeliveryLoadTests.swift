import Application
import JobQueue
import TestTraits
import Testing

@testable import Relay

/// The state machine of the deliveries that a relay holds.
@Suite(.hangLimit) struct DeliveryLoadTests {
  private let now = ContinuousClock.now
  private func ref(_ number: Int64) -> LeaseRef { LeaseRef(job: JobID(rawValue: number), lease: 1) }

  private func load(total: Int = 10, _ limits: [String: DeliveryLoad.QueueLimit] = [:]) -> DeliveryLoad {
    var load = DeliveryLoad(total: total)
    for (queue, limit) in limits { load.setLimit(limit, of: queue) }
    return load
  }

  @Test func aQueueStartsNoMoreThanItsLimit() {
    var load = load(["a": .init(concurrency: 2)])
    for number in 1...4 { #expect(load.add(ref(Int64(number)), queue: "a", at: now) == true) }
    #expect(load.add(ref(1), queue: "a", at: now) == false)
    #expect(load.add(ref(5), queue: "b", at: now) == true)
    #expect(load.startNext(of: "a") == ref(1))
    #expect(load.startNext(of: "a") == ref(2))
    #expect(load.startNext(of: "a") == nil)
    #expect(load.startNext(of: "b") == ref(5))
    load.freeSlot(of: "a", after: .seconds(1))
    #expect(load.startNext(of: "a") == ref(3))
    load.finish(ref(1), counting: \.delivered)
    #expect(load.counts.delivered == 1 && load.counts.running == 4)
  }

  @Test func claimsAskForWhatEachQueueHasFree() {
    var load = load(["a": .init(concurrency: 2), "b": .init(concurrency: 8)])
    #expect(load.capacities(at: now) == ["a": 2])
    for number in 1...3 { _ = load.add(ref(Int64(number)), queue: "b", at: now) }
    #expect(load.capacities(at: now) == ["a": 2, "b": 5])
    for number in 4...5 { _ = load.add(ref(Int64(number)), queue: "a", at: now) }
    #expect(load.capacities(at: now) == ["a": 0, "b": 5])
    // Abandoned attempts keep their slots.
    while load.startNext(of: "a") != nil {}
    load.finish(ref(4), counting: \.retried)
    #expect(load.capacities(at: now)["a"] == 0)
    load.freeSlot(of: "a", after: .seconds(60))
    #expect(load.capacities(at: now)["a"] == 1)
  }

  @Test func fastDestinationsAreClaimedAhead() {
    var load = load(total: 4, ["a": .init(concurrency: 4)])
    #expect(load.claimable == 4)
    for number in 1...4 { _ = load.add(ref(Int64(number)), queue: "a", at: now) }
    while load.startNext(of: "a") != nil {}
    #expect(load.claimable == 0)
    load.freeSlot(of: "a", after: .milliseconds(50))
    load.finish(ref(1), counting: \.delivered)
    // Two in a tenth of a second in each of the four slots.
    #expect(load.capacities(at: now)["a"] == 4 + 8 - 3)
    #expect(load.claimable == 4 + 4 - 3)
  }

  @Test func deliveriesThatWaitForASlowDestinationAreReleased() {
    var load = load(total: 4, ["a": .init(concurrency: 1)])
    for number in 1...3 { _ = load.add(ref(Int64(number)), queue: "a", at: now) }
    _ = load.startNext(of: "a")
    #expect(load.stopWaiting(longerThan: .seconds(1), at: now + .milliseconds(900)) == [])
    #expect(load.stopWaiting(longerThan: .seconds(1), at: now + .milliseconds(1100)) == [ref(2), ref(3)])
    #expect(load.stopReason(ref(2)) == .shutdown)
    #expect(load.startNext(of: "a") == nil)
    #expect(load.capacities(at: now)["a"] == 0)
  }

  @Test func aRateLimitsClaims() {
    var load = load(["a": .init(concurrency: 8, rate: 2)])
    #expect(load.capacities(at: now) == ["a": 2])
    _ = load.add(ref(1), queue: "a", at: now)
    _ = load.add(ref(2), queue: "a", at: now)
    #expect(load.capacities(at: now) == ["a": 0])
    #expect(load.capacities(at: now + .milliseconds(500)) == ["a": 1])
    #expect(load.capacities(at: now + .seconds(60)) == ["a": 2])
  }

  @Test func aSlowRateGivesOneAtATime() {
    var bucket = RateBucket(rate: 0.1)
    #expect(bucket.available(at: now) == 1)
    bucket.take(at: now)
    #expect(bucket.available(at: now + .seconds(9)) == 0)
    #expect(bucket.available(at: now + .seconds(10)) == 1)
  }

  @Test func phasesOnlyAdvance() {
    var load = load()
    _ = load.add(ref(1), queue: "a", at: now)
    _ = load.add(ref(2), queue: "a", at: now)
    _ = load.startNext(of: "a")
    #expect(load.enter(.quiet) == [])
    #expect(load.claimable == 0)
    #expect(load.enter(.working) == [])
    #expect(load.enter(.finishing) == [ref(2)])
    #expect(load.enter(.working) == [])
    #expect(load.phase == .finishing)
    #expect(load.enter(.stopping) == [])
    #expect(load.stopReason(ref(1)) == .shutdown)
  }

  @Test func theFirstStopReasonIsKept() {
    var load = load()
    _ = load.add(ref(1), queue: "a", at: now)
    _ = load.startNext(of: "a")
    load.stop([ref(1)], .leaseLost)
    load.stop([ref(1)], .shutdown)
    #expect(load.stopReason(ref(1)) == .leaseLost)
  }

  @Test func idleQueuesAreForgotten() {
    var load = load(["a": .init(concurrency: 1)])
    for number in 1...2000 {
      _ = load.add(ref(Int64(number)), queue: "host\(number)", at: now)
      _ = load.startNext(of: "host\(number)")
      load.freeSlot(of: "host\(number)", after: .milliseconds(1))
      load.finish(ref(Int64(number)), counting: \.delivered)
    }
    #expect(load.capacities(at: now).count <= 1002)
    #expect(load.capacities(at: now)["a"] == 1)
  }

  /// Webhooks to any host have the limits of their common configuration, which kept all of these queues.
  @Test func idleQueuesOfHostsAreForgottenWithTheirLimits() {
    var load = load(["a": .init(concurrency: 1)])
    func deliver(_ number: Int64, to queue: String, _ limit: DeliveryLoad.QueueLimit) {
      load.setLimit(limit, of: queue, isTemporary: true)
      _ = load.add(ref(number), queue: queue, at: now)
      _ = load.startNext(of: queue)
      load.freeSlot(of: queue, after: .milliseconds(1))
      load.finish(ref(number), counting: \.delivered)
    }
    deliver(1, to: "a", .init(concurrency: 2))
    deliver(2, to: "slow", .init(concurrency: 2, rate: 0.5))
    for number in 3...3000 { deliver(Int64(number), to: "host\(number)", .init(concurrency: 2)) }
    let capacities = load.capacities(at: now)
    #expect(capacities.count <= 1003)
    #expect(capacities["a"] != nil && capacities["host3"] == nil && capacities["host3000"] != nil)
    // A queue whose rate still limits it is kept.
    #expect(capacities["slow"] == 0)
  }
}
