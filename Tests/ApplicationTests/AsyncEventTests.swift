import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct AsyncEventTests {
  @Test func aSignalBeforeTheWaitIsKept() async {
    let event = AsyncEvent()
    event.signal()
    await event.wait(atMost: .seconds(3600))
  }

  @Test func aWaitEndsAtItsTime() async {
    await AsyncEvent().wait(atMost: .milliseconds(1))
  }

  @Test func aWaitEndsWhenItsTaskIsCancelled() async {
    let event = AsyncEvent()
    let waiting = Task { await event.wait(atMost: .seconds(3600)) }
    waiting.cancel()
    await waiting.value
  }
}
