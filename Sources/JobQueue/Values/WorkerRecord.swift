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
  package var equipment: WorkerEquipment
  /// What keeps it from working at present, and since when.
  package var problem: String?
  package var problemSince: Date?
}

/// What a worker can render, and with what.
package struct WorkerEquipment: Hashable, Sendable {
  /// Nil for all.
  package var kinds: [String]?
  /// A hash of its fonts; nil if it renders nothing.
  package var fonts: String?
  /// Versions of the libraries on which pages depend; nil if it renders nothing.
  package var libraries: String?

  package init(kinds: [String]? = nil, fonts: String? = nil, libraries: String? = nil) {
    self.kinds = kinds
    self.fonts = fonts
    self.libraries = libraries
  }
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
  package var equipment: WorkerEquipment
  package init(
    host: String, pid: Int, version: String, slots: Int, queues: [String] = [],
    equipment: WorkerEquipment = WorkerEquipment()
  ) {
    self.host = host
    self.pid = pid
    self.version = version
    self.slots = slots
    self.queues = queues
    self.equipment = equipment
  }
}
