import Delivery
import TestTraits
import Testing

@testable import Relay

@Suite(.hangLimit) struct AttemptTests {
  /// An attempt whose time limit is over at once, and whose operation ends with `outcome` when it is cancelled.
  private func outOfTime(_ outcome: Attempt.Outcome) async -> Attempt.Outcome {
    let attempt = Attempt(
      operation: {
        try? await Task.sleep(for: .seconds(86_400))
        return outcome
      }, timeout: .seconds(30), cancelTime: .seconds(86_400),
      sleep: { time in if time > .seconds(30) { try await Task.sleep(for: time) } })
    return await attempt.run()
  }

  @Test func aFailureAfterTheTimeLimitIsATimeout() async {
    let error = SendError(code: "interrupted", message: "Stopped.", retry: .never)
    guard case .failed(let failure) = await outOfTime(.failed(error)) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "timed_out")
    #expect(failure.message.hasSuffix(": Stopped."))
    #expect(failure.isDestinationDown)
  }

  /// Regression: a slow download of an artifact cost no attempt and paused the relay, again and again.
  @Test func anArtifactThatCannotBeReadInTimeCostsAnAttempt() async {
    let outcome = await outOfTime(.unable(reason: "the artifact cannot be read"))
    guard case .failed(let failure) = outcome else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "timed_out")
    #expect(failure.message.hasSuffix(": the artifact cannot be read"))
    #expect(!failure.isDestinationDown)
    #expect(failure.retry == .later(notBefore: nil))
  }

  @Test func withinTheTimeLimitTheOutcomeStays() async {
    let attempt = Attempt(
      operation: { .unable(reason: "the artifact cannot be read") }, timeout: .seconds(86_400),
      cancelTime: .seconds(86_400))
    guard case .unable = await attempt.run() else {
      Issue.record("another outcome")
      return
    }
  }
}
