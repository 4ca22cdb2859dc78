import Testing

/// Ends the test process if a test hangs: after two minutes on an idle machine, and later in proportion on a busy one.
///
/// `.timeLimit` counts wall-clock time, so that a test which passes on an idle machine can fail on a busy one. This trait
/// counts available time instead (see `Watchdog`). A hanging test need not react to cancellation, therefore the process is
/// ended, with the names of the tests that have exceeded the limit.
public struct HangLimit: TestTrait, SuiteTrait, TestScoping {
  /// Every test of the suite has its own limit.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = Watchdog.shared.start("\(test.id)")
    defer { Watchdog.shared.stop(watch) }
    try await function()
  }
}

extension Trait where Self == HangLimit {
  /// Two minutes of available time.
  public static var hangLimit: HangLimit { HangLimit() }
}
