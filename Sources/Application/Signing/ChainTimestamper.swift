import Archives
import Signing

/// Requests timestamps of the chains of annotated documents (RFC 3161) and records them. Several processes can do so at
/// the same time: each document is claimed by one.
package struct ChainTimestamper: Sendable {
  /// The result of one request.
  package enum Outcome: Hashable, Sendable {
    /// No chain waits for a timestamp.
    case nothingDue
    case recorded(DueTimestamp)
    /// The chain is claimed again after a pause.
    case failed(DueTimestamp, SigningError)
  }

  private let timestamps: ChainTimestamps
  private let settings: ChainTimestampSettings
  private let attemptsOnce: Bool

  /// - Parameter attemptsOnce: whether a request that is not answered is not repeated before it counts as failed.
  package init(_ timestamps: ChainTimestamps, _ settings: ChainTimestampSettings, attemptsOnce: Bool) {
    self.timestamps = timestamps
    self.settings = settings
    self.attemptsOnce = attemptsOnce
  }

  /// Timestamps the chain that has waited longest.
  /// - Parameters:
  ///   - age: chains that have waited for less are left out; that of the settings by default.
  ///   - document: only the chain of this one.
  /// - Throws: `QueueError`, `PostgresError`; `CancellationError`.
  package func timestampNext(
    age: Duration? = nil, document: (tenant: String, name: String)? = nil
  ) async throws -> Outcome {
    guard let due = try await timestamps.claim(age: age ?? settings.every, document: document) else {
      return .nothingDue
    }
    do {
      let token = try await settings.authority.token(of: Array(due.chain.utf8), attemptsOnce: attemptsOnce)
      try await timestamps.record(token, of: due, authority: settings.authority.url)
      return .recorded(due)
    } catch let error as SigningError {
      try await timestamps.record(failure: error.message, of: due, pause: pause(after: due.failures))
      return .failed(due, error)
    }
  }

  /// One minute after the first failure, then twice as long each time, up to an hour.
  private func pause(after failures: Int) -> Duration { min(.seconds(60) * (1 << min(failures, 6)), .seconds(3600)) }
}
