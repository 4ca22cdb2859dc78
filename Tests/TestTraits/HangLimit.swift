import Testing

/// Ends the test process if a test hangs: after two minutes, or the given time, on an idle machine, and later in
/// proportion on a busy one.
///
/// `.timeLimit` counts wall-clock time, so that a test which passes on an idle machine can fail on a busy one. This
/// trait counts available time instead (see `Watchdog`). A hanging test need not react to cancellation, therefore the
/// process is ended, with the names of the tests that have exceeded the limit.
public struct HangLimit: TestTrait, SuiteTrait, TestScoping {
  /// Seconds of available time.
  var seconds = 120.0

  /// Every test of the suite has its own limit.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = Watchdog.shared.start("\(test.id)", limit: seconds)
    defer { Watchdog.shared.stop(watch) }
    try await function()
  }
}

extension Trait where Self == HangLimit {
  /// Two minutes of available time.
  public static var hangLimit: HangLimit { HangLimit() }

  /// For tests with many rows.
  /// - Parameter minutes: of available time.
  public static func hangLimit(minutes: Int) -> HangLimit { HangLimit(seconds: Double(60 * minutes)) }
}
