import JobQueue

/// An action on all jobs that match a filter, through the API and in the dashboard.
enum BulkAction: String, CaseIterable, Sendable {
  case retry, cancel

  /// The states to which it applies.
  var states: [JobState] {
    switch self {
    case .retry: [.discarded, .cancelled, .retryable, .scheduled]
    case .cancel: [.scheduled, .available, .running, .retryable]
    }
  }

  /// The states of a filter without states.
  var defaultStates: [JobState] { self == .retry ? [.discarded] : states }

  /// - Parameter report: receives each processed part of the jobs, with the reasons for jobs that were not changed.
  func perform(
    on selection: JobSelection, in queue: JobQueue, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    switch self {
    case .retry: try await queue.retry(matching: selection, report: report)
    case .cancel: try await queue.cancel(matching: selection, report: report)
    }
  }
}
