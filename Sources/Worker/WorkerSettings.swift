import Rendering

/// What a worker does, and how patiently.
package struct WorkerSettings: Sendable {
  /// Renderer processes, and so jobs held at once.
  package var concurrency: Int
  /// Empty for all queues.
  package var queues: [String]
  /// End when every job of the queues is in a final state; jobs that wait to be retried or for their time are waited
  /// for.
  package var drains: Bool
  package var renderer: RendererSettings
  /// Kinds whose jobs may name a document that the database keeps.
  package var archiveKinds: Set<String>
  /// A document that has ended so many renderers in a row is discarded, whatever attempts its kind allows.
  package var renderersPerDocument: Int
  /// How long a claim holds without a heartbeat. Heartbeats come at least three times as often.
  package var lease: Duration
  /// How long until a look at the queue when nobody said that there is something.
  package var pollInterval: Duration
  /// How often leases of others that ran out are looked for.
  package var rescueInterval: Duration
  /// How long, after being asked to stop, documents in the making may take before they are given back.
  package var gracePeriod: Duration

  package init(
    concurrency: Int, queues: [String] = [], drains: Bool = false, renderer: RendererSettings,
    archiveKinds: Set<String> = [], renderersPerDocument: Int = 3,
    lease: Duration = .seconds(30), pollInterval: Duration = .seconds(1), rescueInterval: Duration = .seconds(10),
    gracePeriod: Duration = .seconds(20)
  ) {
    self.concurrency = concurrency
    self.queues = queues
    self.drains = drains
    self.renderer = renderer
    self.archiveKinds = archiveKinds
    self.renderersPerDocument = renderersPerDocument
    self.lease = lease
    self.pollInterval = pollInterval
    self.rescueInterval = rescueInterval
    self.gracePeriod = gracePeriod
  }
}
