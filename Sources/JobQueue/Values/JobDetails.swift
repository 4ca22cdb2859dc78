import FoundationEssentials

/// A job with its attempts, artifacts and events.
public struct JobDetails: Sendable {
  /// The job itself.
  public var job: JobRecord
  /// The attempts in the order in which they started.
  public var attempts: [AttemptRecord]
  /// The files that it has made, the document first.
  package var artifacts: [Artifact]
  /// The files that its document can refer to, by their paths.
  package var assets: [JobAsset]
  /// The events in the order in which they were written.
  public var events: [EventRecord]

  /// The document; nil if the job has made none.
  package var artifact: Artifact? { artifacts.first }

  /// The outputs that it has, each once, in their order.
  package var outputs: [String] {
    artifacts.map(\.output).reduce(into: []) { names, name in if names.last != name { names.append(name) } }
  }

  /// The attempts since the job last finished and was retried; all of them if it never finished.
  public var attemptsSinceItsEnd: [AttemptRecord] {
    let end = events.filter { $0.type != "pressrun.job.progress" }.map(\.time).max() ?? .distantPast
    return attempts.filter { $0.startedAt > end }
  }
}

/// One attempt at a job. A running one has no end and no outcome.
public struct AttemptRecord: Sendable {
  /// The outcome of an attempt.
  public enum Outcome: String, Sendable {
    case completed, failed
    /// The lease expired.
    case expired
    /// Returned to the queue; the attempt does not count.
    case released
    /// Returned to the queue for a later time; the attempt does not count.
    case snoozed
    case cancelled
    /// A policy refused the delivery.
    case refused
  }

  /// The number of the attempt, from 1; an attempt after a released or snoozed one has the same number.
  public var attempt: Int
  /// The lease that the worker passes with every write for this attempt.
  public var lease: Int64
  /// The worker that claimed the job.
  public var worker: WorkerID?
  /// The time when it was claimed.
  public var startedAt: Date
  /// The time at which the attempt ended; nil while it runs.
  public var finishedAt: Date?
  /// The outcome of the attempt; nil while it runs.
  public var outcome: Outcome?
  /// The error code of a failed attempt, for programs.
  public var errorCode: String?
  /// The error message of a failed attempt, for people.
  public var errorMessage: String?
  /// Warnings about the document, such as missing glyphs and images.
  public var warnings: [String]
  /// Milliseconds by stage.
  public var timings: [String: Double]
  /// Deliveries only: whether the document may have arrived although the attempt did not succeed.
  public var isOutcomeUnknown: Bool
}
