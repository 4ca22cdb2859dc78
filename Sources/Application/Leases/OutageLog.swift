import Logging
import Postgres
import Synchronization

/// Logs an outage of the database with one line when it begins and one when it ends, however many services of a process
/// meet it.
///
/// A server that lacks resources, such as space on its disk, or is read-only refuses some calls and answers others. Its
/// outage ends when it has refused nothing for some time.
package final class OutageLog: Sendable {
  private let log: Logger
  private let outage = Mutex<Outage?>(nil)
  private let now: @Sendable () -> ContinuousClock.Instant

  private struct Outage {
    var began: ContinuousClock.Instant
    /// When the server last refused a call because it lacks resources or is read-only.
    var lastRefusal: ContinuousClock.Instant?
  }

  /// The time without a refusal after which the server has resources again. Calls are repeated more often.
  package static let quietTime = Duration.seconds(15)

  package init(_ log: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.log = log
    self.now = now
  }

  /// Logs a failure, except further failures of an outage that was logged.
  package func failed(_ what: String, _ error: any Error) {
    guard let error = error as? PostgresError, error.isTransient else {
      log.warning("\(what): \(error)")
      return
    }
    let time = now()
    let isFirst = outage.withLock { outage in
      let isFirst = outage == nil
      if isFirst { outage = Outage(began: time) }
      if error.lacksResources || error.isReadOnly { outage?.lastRefusal = time }
      return isFirst
    }
    let problem = error.lacksResources ? "lacks resources" : error.isReadOnly ? "is read-only" : "is out of reach"
    log.log(level: isFirst ? .warning : .debug, "\(what): the database \(problem): \(error.message)")
  }

  /// Logs the end of an outage if there was one.
  package func succeeded() {
    let time = now()
    let ended = outage.withLock { outage -> Outage? in
      if let refusal = outage?.lastRefusal, time - refusal < Self.quietTime { return nil }
      return outage.take()
    }
    guard let ended else { return }
    log.notice("the database is in reach again", metadata: ["outage": "\((time - ended.began).rounded)"])
  }
}
