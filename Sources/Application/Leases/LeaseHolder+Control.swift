import JobQueue
import Logging

/// Stopping and pausing of a process that holds leases.
extension LeaseHolder {
  /// Stops claiming. Jobs that have started are finished, or stopped after the grace period. A second call stops them
  /// immediately.
  package func stop() {
    guard phase == .working || phase == .quiet else { return enter(.stopping) }
    log.notice("stopping", metadata: ["running": "\(heldLeases.count)"])
    manager?.stopping()
    enter(.finishing)
    Task {
      try? await Task.sleep(for: leaseSettings.gracePeriod)
      enter(.stopping)
    }
  }

  /// Stops claiming until `resume`; held jobs are finished.
  package func quiet() {
    guard phase == .working else { return }
    log.notice("quiet: claiming no more until SIGCONT")
    enter(.quiet)
  }

  /// Claims again after `quiet`.
  package func resume() {
    guard phase == .quiet else { return }
    log.notice("claiming again")
    enter(.working)
  }

  /// Reports a new phase to the service manager and to the claims.
  package func announcePhase() {
    manager?.status(statusLine)
    wakeup.signal()
  }
}
