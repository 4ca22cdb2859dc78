/// The number of a job, given by the database.
public struct JobID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public var rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { String(rawValue) }
}

/// The number of a registered worker, given by the database.
public struct WorkerID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public var rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { String(rawValue) }
}

/// A job together with the lease it was claimed under. Every write about a running job names both; one that names an
/// older lease changes nothing.
package struct LeaseRef: Hashable, Sendable {
  package var job: JobID
  package var lease: Int64
  package init(job: JobID, lease: Int64) {
    self.job = job
    self.lease = lease
  }
}
