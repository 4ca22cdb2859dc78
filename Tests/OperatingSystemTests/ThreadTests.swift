import Foundation
import OperatingSystem
import Synchronization
import TestTraits
import Testing

@Suite(.hangLimit) struct ThreadTests {
  private actor Blocking {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    init() throws { executor = try ThreadExecutor(name: "blocking") }
    func thread() -> UInt { UInt(pthread_self()) }
    func wait(for interrupt: Interrupt) { interrupt.wait(atMost: .seconds(3600)) }
  }

  @Test func anActorRunsOnOneThread() async throws {
    let actor = try Blocking()
    let first = await actor.thread()
    #expect(await actor.thread() == first)
  }

  @Test func anInterruptWakesABlockedThread() async throws {
    let actor = try Blocking()
    let interrupt = try Interrupt()
    async let waiting: Void = actor.wait(for: interrupt)
    interrupt.raise()
    await waiting
    // It stays raised until it is cleared.
    await actor.wait(for: interrupt)
  }

  @Test func aBackgroundThreadWorksInOrder() {
    let (thread, done) = (BackgroundThread(name: "background"), DispatchSemaphore(value: 0))
    let numbers = Mutex<[Int]>([])
    for number in 0..<100 { #expect(thread.run { numbers.withLock { $0.append(number) } }) }
    #expect(thread.run { done.signal() })
    done.wait()
    #expect(numbers.withLock { $0 } == Array(0..<100))
  }

  @Test func aLargeStackHoldsDeepRecursion() {
    @Sendable func depth(_ count: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 1 << 10, alignment: 16) { _ in count == 0 ? 0 : 1 + depth(count - 1) }
    }
    #expect(withLargeStack(64 << 20) { depth(20_000) } == 20_000)
  }
}
