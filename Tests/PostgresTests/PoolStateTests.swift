import TestTraits
import Testing

@testable import Postgres

@Suite(.hangLimit) struct PoolStateTests {
  @Test func waitersAreServedInTheirOrder() throws {
    var pool = PoolState<String>(limit: 1)
    guard case .granted(.open) = pool.acquire(), case .wait(let first) = pool.acquire(),
      case .wait(let second) = pool.acquire()
    else { throw Unexpected() }
    guard case .call(first, .item("a")) = pool.release("a"), case .call(second, .item("a")) = pool.release("a"),
      case .nothing = pool.release("a"), case .granted(.item("a")) = pool.acquire()
    else { throw Unexpected() }
  }

  @Test func placeOfABrokenItemGoesToTheNextWaiter() throws {
    var pool = PoolState<String>(limit: 1)
    guard case .granted(.open) = pool.acquire(), case .wait(let ticket) = pool.acquire() else { throw Unexpected() }
    guard case .call(ticket, .open) = pool.discard(), case .nothing = pool.discard() else { throw Unexpected() }
    #expect(pool.isEmpty)
  }

  @Test func withdrawnWaiterIsNotServed() throws {
    var pool = PoolState<String>(limit: 1)
    guard case .granted(.open) = pool.acquire(), case .wait(let ticket) = pool.acquire() else { throw Unexpected() }
    let isWithdrawn = pool.withdraw(ticket)
    guard case .nothing = pool.release("a") else { throw Unexpected() }
    let isWithdrawnTwice = pool.withdraw(ticket)
    #expect(isWithdrawn && !isWithdrawnTwice)
  }

  @Test func closingRefusesWaitersAndClosesReturnedItems() throws {
    var pool = PoolState<String>(limit: 2)
    guard case .granted(.open) = pool.acquire(), case .granted(.open) = pool.acquire(),
      case .wait(let ticket) = pool.acquire()
    else { throw Unexpected() }
    let (idle, waiting) = pool.close()
    #expect(idle.isEmpty && waiting == [ticket])
    guard case .close("a") = pool.release("a"), case .nothing = pool.discard(), case .closed = pool.acquire()
    else { throw Unexpected() }
    #expect(pool.isEmpty)
  }

  private struct Unexpected: Error {}
}
