import Delivery
import Foundation
import JobQueue

/// A job as `--json` prints it.
struct JobJSON: Encodable {
  var id: Int64
  var kind, queue, tenant: String
  var state: JobState
  var priority, attempt, maxAttempts: Int
  var destination: String
  var uniqueKey: String?
  var cancelRequested: Bool
  var enqueuedAt, runAt: Date
  var claimedAt, finishedAt: Date?
  var worker: Int64?
  /// Pages of a running job that have been laid out so far.
  var pagesDone: Int?
  var traceparent: String?
  var error, errorCode: String?
  var artifact: ArtifactJSON?
  var eventID: String?
  var batch: String?
  var template: String?

  init(_ job: JobRecord) {
    id = job.id.rawValue
    kind = job.kind
    queue = job.queue
    tenant = job.tenant
    state = job.state
    priority = job.priority
    attempt = job.attempt
    maxAttempts = job.maxAttempts
    destination = job.destination
    uniqueKey = job.uniqueKey
    cancelRequested = job.cancelRequested
    enqueuedAt = job.enqueuedAt
    runAt = job.runAt
    claimedAt = job.claimedAt
    finishedAt = job.finishedAt
    worker = job.worker?.rawValue
    pagesDone = job.state == .running ? job.pagesDone : nil
    traceparent = job.traceParent?.text
    error = job.lastError
    errorCode = job.lastErrorCode
    artifact = job.artifact.map(ArtifactJSON.init)
    eventID = job.eventID
    batch = job.batch
    template = job.template
  }
}

struct ArtifactJSON: Encodable {
  var sha256: String
  var bytes: Int64
  var mediaType: String
  var pages: Int

  init(_ artifact: ArtifactSummary) {
    sha256 = artifact.sha256
    bytes = artifact.bytes
    mediaType = artifact.mediaType
    pages = artifact.pages
  }
}

/// A file that a job has made.
struct OutputJSON: Encodable {
  var output: String
  var fileName: String?
  var sha256: String
  var bytes: Int64
  var mediaType: String
  var pages: Int
  var parts: [ArtifactPart]?
  var fonts: [ArtifactFont]?

  init(_ artifact: Artifact) {
    output = artifact.output
    fileName = artifact.fileName.isEmpty ? nil : artifact.fileName
    sha256 = artifact.sha256
    bytes = artifact.bytes
    mediaType = artifact.mediaType
    pages = artifact.pages.count
    parts = artifact.parts.isEmpty ? nil : artifact.parts
    fonts = artifact.fonts.isEmpty ? nil : artifact.fonts
  }
}

struct AttemptJSON: Encodable {
  var attempt: Int
  var lease: Int64
  var worker: Int64?
  var startedAt: Date
  var finishedAt: Date?
  var outcome, errorCode, error: String?
  var warnings: [String]
  /// Milliseconds by stage.
  var timings: [String: Double]
  /// It is true for an attempt to deliver that failed, although the document may have arrived.
  var outcomeUnknown: Bool?

  init(_ attempt: AttemptRecord) {
    self.attempt = attempt.attempt
    lease = attempt.lease
    worker = attempt.worker?.rawValue
    startedAt = attempt.startedAt
    finishedAt = attempt.finishedAt
    outcome = attempt.outcome?.rawValue
    errorCode = attempt.errorCode
    error = attempt.errorMessage
    warnings = attempt.warnings
    timings = attempt.timings
    outcomeUnknown = attempt.isOutcomeUnknown ? true : nil
  }
}

/// A job with its attempts, pages and deliveries.
struct JobDetailsJSON: Encodable {
  var job: JobJSON
  var attempts: [AttemptJSON]
  /// Points.
  var pageSizes: [PagePoints]
  var artifacts: [OutputJSON]
  /// The SHA-256 of each file that the document can refer to, by its path.
  var assets: [String: String]
  var events: [String]
  var deliveries: [DeliveryJSON]
  /// What keeps the job from being claimed.
  var holds: [HoldJSON]

  init(_ details: JobDetails, deliveries: [DeliveryRecord], holds: [JobID: [Hold]]) {
    self.holds = (holds[details.job.id] ?? []).map(HoldJSON.init)
    job = JobJSON(details.job)
    attempts = details.attempts.map(AttemptJSON.init)
    pageSizes = details.artifact?.pages ?? []
    artifacts = details.artifacts.map(OutputJSON.init)
    assets = Dictionary(details.assets.map { ($0.path, $0.sha256) }) { first, _ in first }
    events = details.events.map(\.id)
    self.deliveries = deliveries.map(DeliveryJSON.init)
  }
}
