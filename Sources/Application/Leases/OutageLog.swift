import Logging
import Postgres
import Synchronization

/// Logs an outage of the database with one line when it begins and one when it ends, however many services of a process
/// meet it.
package final class OutageLog: Sendable {
  private let log: Logger
  private let began = Mutex<ContinuousClock.Instant?>(nil)

  package init(_ log: Logger) {
    self.log = log
  }

  /// Logs a failure, except further failures of an outage that was logged.
  package func failed(_ what: String, _ error: any Error) {
    guard let error = error as? PostgresError, error.isTransient else {
      log.warning("\(what): \(error)")
      return
    }
    let isFirst = began.withLock { began in
      guard began == nil else { return false }
      began = .now
      return true
    }
    log.log(level: isFirst ? .warning : .debug, "\(what): the database is out of reach: \(error.message)")
  }

  /// Logs the end of an outage if there was one.
  package func succeeded() {
    guard let start = began.withLock({ $0.take() }) else { return }
    log.notice("the database is in reach again", metadata: ["outage": "\((ContinuousClock.now - start).rounded)"])
  }
}
