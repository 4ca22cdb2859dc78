import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct RetryDelayTests {
  @Test func delaysDoubleUpToTheirLimit() {
    var delay = RetryDelay(first: .seconds(1), limit: .seconds(5))
    for expected in [1.0, 2, 4, 5, 5] {
      let seconds = delay.next() / .seconds(1)
      #expect((expected * 0.8...expected * 1.2).contains(seconds))
    }
    delay.reset()
    #expect(delay.next() <= .milliseconds(1200))
  }
}
