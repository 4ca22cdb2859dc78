/// The number of a job, assigned by the database.
public struct JobID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public var rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { String(rawValue) }
}

/// The number of a registered worker, assigned by the database.
public struct WorkerID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public var rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { String(rawValue) }
}

/// A job with the lease of a claim. Every write about a running job names both; a write with an older lease changes
/// nothing.
package struct LeaseRef: Hashable, Sendable {
  package var job: JobID
  /// The number of the claim, from 1. Each claim of the job gets the next one.
  package var lease: Int64
  package init(job: JobID, lease: Int64) {
    self.job = job
    self.lease = lease
  }
}
