import Dates
import Delivery
import FoundationEssentials
import JSON
import JobQueue
import Web

/// Records as JSON, with the names that the command's `--json` has. Members without a value are left out.
enum Records {
  static func json(_ job: JobRecord) -> JSONValue {
    object([
      ("id", .integer(job.id.rawValue)), ("kind", .string(job.kind)), ("queue", .string(job.queue)),
      ("tenant", .string(job.tenant)), ("state", .string(job.state.rawValue)), ("priority", .integer(job.priority)),
      ("attempt", .integer(job.attempt)), ("max_attempts", .integer(job.maxAttempts)),
      ("destination", .string(job.destination)), ("unique_key", JSONValue(job.uniqueKey)),
      ("batch", JSONValue(job.batch)), ("cancel_requested", .bool(job.cancelRequested)),
      ("enqueued_at", time(job.enqueuedAt)), ("run_at", time(job.runAt)), ("claimed_at", time(job.claimedAt)),
      ("finished_at", time(job.finishedAt)), ("pages_done", JSONValue(job.state == .running ? job.pagesDone : nil)),
      ("error_code", JSONValue(job.lastErrorCode)), ("error", JSONValue(job.lastError)),
      ("event_id", JSONValue(job.eventID)), ("artifact", job.artifact.map(json) ?? .null),
    ])
  }

  /// - Parameters:
  ///   - files: all files of the job, the document first.
  ///   - holds: what keeps the job from being claimed.
  static func json(_ job: JobRecord, files: [Artifact], holds: [Hold]) -> JSONValue {
    guard case .object(var object) = json(job) else { return json(job) }
    if !files.isEmpty { object = JSONObject(object.members + [.init(name: "files", value: .array(files.map(json)))]) }
    if !holds.isEmpty { object = JSONObject(object.members + [.init(name: "holds", value: .array(holds.map(json)))]) }
    return .object(object)
  }

  /// The description of a hold without who paused it, whom a tenant need not know.
  private static func json(_ hold: Hold) -> JSONValue {
    object([
      ("reason", .string(hold.reason.rawValue)), ("scope", .string(hold.scope.parts.scope)),
      ("name", .string(hold.scope.parts.name)), ("since", time(hold.since)), ("until", time(hold.until)),
    ])
  }

  private static func json(_ file: Artifact) -> JSONValue {
    object([
      ("output", .string(file.output)), ("name", file.fileName.isEmpty ? .null : .string(file.fileName)),
      ("sha256", .string(file.sha256)), ("bytes", .integer(file.bytes)), ("media_type", .string(file.mediaType)),
      ("pages", .integer(file.pages.count)), ("fonts", file.fonts.isEmpty ? .null : .array(file.fonts.map(json))),
    ])
  }

  private static func json(_ font: ArtifactFont) -> JSONValue {
    object([("name", .string(font.name)), ("file", JSONValue(font.file))])
  }

  static func json(_ artifact: ArtifactSummary) -> JSONValue {
    [
      "sha256": .string(artifact.sha256), "bytes": .integer(artifact.bytes),
      "media_type": .string(artifact.mediaType), "pages": .integer(artifact.pages),
    ]
  }

  /// - Parameter holds: what keeps the delivery from being tried.
  static func json(_ delivery: DeliveryRecord, holds: [Hold] = []) -> JSONValue {
    object([
      ("id", .integer(delivery.id.rawValue)), ("job", .integer(delivery.job.rawValue)),
      ("destination", .string(delivery.destination)), ("state", .string(delivery.state.rawValue)),
      ("attempt", .integer(delivery.attempt)), ("max_attempts", .integer(delivery.maxAttempts)),
      ("requested_at", time(delivery.requestedAt)), ("finished_at", time(delivery.finishedAt)),
      ("refusal", JSONValue(delivery.refusal)), ("error_code", JSONValue(delivery.errorCode)),
      ("error", JSONValue(delivery.errorMessage)), ("outcome_unknown", .bool(delivery.isOutcomeUnknown)),
      ("receipt", delivery.receipt.map(json) ?? .null),
      ("holds", holds.isEmpty ? .null : .array(holds.map(json))),
    ])
  }

  private static func json(_ receipt: Receipt) -> JSONValue {
    object([
      ("protocol", .string(receipt.protocol)), ("address", .string(receipt.address)), ("time", time(receipt.time)),
      ("remote_id", JSONValue(receipt.remoteID)), ("bytes", .integer(receipt.bytes)),
      ("sha256", .string(receipt.sha256)),
      (
        "files",
        receipt.files.map { files in
          .array(
            files.map {
              object([
                ("address", JSONValue($0.address)), ("remote_id", JSONValue($0.remoteID)),
                ("bytes", .integer($0.bytes)),
                ("sha256", .string($0.sha256)),
              ])
            })
        } ?? .null
      ),
    ])
  }

  static func json(_ option: ShareOption) -> JSONValue {
    [
      "destination": .string(option.destination), "allowed": .bool(option.isAllowed), "rule": .string(option.rule),
      "addresses": .array(option.addresses.map { .string($0) }),
      "exceptions": .array(option.exceptions.map { .string($0) }),
    ]
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.filter { $0.1 != .null }.map { .init(name: $0.0, value: $0.1) }))
  }

  /// RFC 3339 in UTC, to the second.
  private static func time(_ date: Date?) -> JSONValue {
    JSONValue(date.map { Timestamp(seconds: Int64($0.timeIntervalSince1970.rounded(.down))).text })
  }
}
