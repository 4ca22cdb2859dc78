import FoundationEssentials

/// A registered worker.
package struct WorkerRecord: Sendable {
  package var id: WorkerID
  package var host: String
  package var pid: Int
  package var version: String
  package var slots: Int
  package var running: Int
  package var startedAt: Date
  package var heartbeatAgeSeconds: Double
  /// Resident memory of the process and its renderers in bytes; nil before the first heartbeat.
  package var memory: Int?
}

/// Properties of a worker for its registration.
package struct WorkerDescription: Sendable {
  package var host: String
  package var pid: Int
  package var version: String
  /// Jobs it can run at once.
  package var slots: Int
  /// Empty for all.
  package var queues: [String]
  package init(host: String, pid: Int, version: String, slots: Int, queues: [String] = []) {
    self.host = host
    self.pid = pid
    self.version = version
    self.slots = slots
    self.queues = queues
  }
}
