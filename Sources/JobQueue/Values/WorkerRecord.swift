import FoundationEssentials

/// A registered worker.
package struct WorkerRecord: Sendable {
  package var id: WorkerID
  /// The name of the machine, for people.
  package var host: String
  package var pid: Int
  package var version: String
  /// Jobs that it can run at once.
  package var slots: Int
  /// Jobs that it holds.
  package var running: Int
  /// The time since its last heartbeat, by the database's clock.
  package var heartbeatAgeSeconds: Double
  package var capabilities: WorkerCapabilities
  /// The reason why the worker cannot work at present; nil if it can.
  package var problem: String?
  /// The time at which the problem began; nil if there is none.
  package var problemSince: Date?
  /// The space of the artifact store; nil for a bucket, and before the first report.
  package var storage: StorageSpace?

  /// Whether it has not been heard of for a minute: it ended, hangs, or cannot reach the database.
  package var isSilent: Bool { heartbeatAgeSeconds >= 60 }
}

/// The space of the file system with an artifact store, in bytes.
package struct StorageSpace: Hashable, Sendable {
  /// All space, used and free.
  package var size: Int
  /// The space that processes without privileges may still use.
  package var free: Int

  package init(size: Int, free: Int) {
    self.size = size
    self.free = free
  }
}

/// The kinds that a worker can render, and the fonts, libraries and templates with which it renders them.
package struct WorkerCapabilities: Hashable, Sendable {
  /// The kinds that the worker has; nil for all.
  package var kinds: [String]?
  /// A hash of its fonts; nil if it renders nothing.
  package var fonts: String?
  /// Versions of the libraries on which pages depend; nil if it renders nothing.
  package var libraries: String?
  /// The present version of each kind; nil if it does not announce them.
  package var templates: [String: AnnouncedTemplate]?

  package init(
    kinds: [String]? = nil, fonts: String? = nil, libraries: String? = nil,
    templates: [String: AnnouncedTemplate]? = nil
  ) {
    self.kinds = kinds
    self.fonts = fonts
    self.libraries = libraries
    self.templates = templates
  }
}

/// Properties of a worker for its registration.
package struct WorkerDescription: Sendable {
  package var host: String
  package var pid: Int
  package var version: String
  /// Jobs it can run at once.
  package var slots: Int
  /// The queues that the worker serves; empty for all.
  package var queues: [String]
  package var capabilities: WorkerCapabilities
  package init(
    host: String, pid: Int, version: String, slots: Int, queues: [String] = [],
    capabilities: WorkerCapabilities = WorkerCapabilities()
  ) {
    self.host = host
    self.pid = pid
    self.version = version
    self.slots = slots
    self.queues = queues
    self.capabilities = capabilities
  }
}
