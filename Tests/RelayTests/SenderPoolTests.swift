import Delivery
import TestTraits
import Testing

@testable import Relay

/// When senders are made, kept and closed.
@Suite(.hangLimit) struct SenderPoolTests {
  private let now = ContinuousClock.now

  private func configurations(_ sender: FakeSender?) -> DestinationConfigurations {
    RelayFixture.destinations(["s3:out": sender])
  }

  private func same(_ senders: [any Sender], _ expected: [FakeSender]) -> Bool {
    senders.map { ObjectIdentifier($0 as AnyObject) } == expected.map { ObjectIdentifier($0) }
  }

  @Test func aSenderIsKeptUntilItHasBeenIdle() throws {
    let sender = FakeSender(.deliver)
    var pool = SenderPool(configurations(sender), .none)
    let configuration = try #require(pool.configurations["s3:out"])
    let first = try pool.acquire(configuration)
    let second = try pool.acquire(configuration)
    #expect(pool.release(first, at: now) == nil)
    #expect(pool.idle(since: now + .seconds(1)).isEmpty)
    #expect(pool.release(second, at: now) == nil)
    #expect(pool.idle(since: now).isEmpty)
    #expect(same(pool.idle(since: now + .seconds(1)), [sender]))
    // Once, until it has been used again.
    #expect(pool.idle(since: now + .seconds(1)).isEmpty)
    let third = try pool.acquire(configuration)
    #expect(pool.release(third, at: now) == nil)
    #expect(same(pool.idle(since: now + .seconds(1)), [sender]))
    #expect(same(pool.removeAll(), [sender]))
  }

  @Test func theSenderOfAnOldConfigurationIsClosedAfterItsLastUse() throws {
    let (old, new) = (FakeSender(.deliver), FakeSender(.deliver))
    var pool = SenderPool(configurations(old), .none)
    let use = try pool.acquire(try #require(pool.configurations["s3:out"]))
    #expect(pool.replace(configurations(new)).isEmpty)
    let next = try pool.acquire(try #require(pool.configurations["s3:out"]))
    #expect(same([use.sender, next.sender], [old, new]))
    let closed = pool.release(use, at: now)
    #expect(same([try #require(closed)], [old]))
    #expect(pool.release(next, at: now) == nil)
    #expect(same(pool.replace(configurations(nil)), [new]))
  }

  @Test func aSenderThatCannotBeMadeIsTriedAgain() throws {
    var pool = SenderPool(configurations(nil), .none)
    let configuration = try #require(pool.configurations["s3:out"])
    #expect(throws: DeliveryError.self) { try pool.acquire(configuration) }
    #expect(throws: DeliveryError.self) { try pool.acquire(configuration) }
    #expect(pool.removeAll().isEmpty)
  }
}
