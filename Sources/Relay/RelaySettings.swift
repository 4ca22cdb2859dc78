/// The settings of one relay.
package struct RelaySettings: Sendable {
  /// Deliveries sent at once, to all destinations together.
  package var concurrency: Int
  /// The queues of deliveries that are served; empty for all.
  package var queues: [String]
  /// End when every delivery of the queues is in a final state.
  package var drains: Bool
  /// How long a claim is valid without a heartbeat. Heartbeats are sent at least three times as often.
  package var lease: Duration
  /// Time between two claims if no notification arrives.
  package var pollInterval: Duration
  /// Time between two searches for expired leases of any process.
  package var rescueInterval: Duration
  /// The time for attempts to finish after a request to stop; then they are cancelled.
  package var gracePeriod: Duration
  /// How long an attempt may take to end after it was cancelled, before its outcome is recorded as unknown.
  package var cancelTime: Duration
  /// How long a delivery waits if its destination is not configured or has no sender.
  package var unconfiguredPause: Duration
  /// How long a sender keeps its connections open without a delivery.
  package var idleTime: Duration

  package init(
    concurrency: Int = 64, queues: [String] = [], drains: Bool = false, lease: Duration = .seconds(30),
    pollInterval: Duration = .seconds(1), rescueInterval: Duration = .seconds(10),
    gracePeriod: Duration = .seconds(20), cancelTime: Duration = .seconds(5),
    unconfiguredPause: Duration = .seconds(60), idleTime: Duration = .seconds(60)
  ) {
    self.concurrency = concurrency
    self.queues = queues
    self.drains = drains
    self.lease = lease
    self.pollInterval = pollInterval
    self.rescueInterval = rescueInterval
    self.gracePeriod = gracePeriod
    self.cancelTime = cancelTime
    self.unconfiguredPause = unconfiguredPause
    self.idleTime = idleTime
  }
}
