import Delivery
import Foundation
import JobQueue

/// A delivery as `--json` prints it.
struct DeliveryJSON: Encodable {
  var id, job: Int64
  var kind, tenant, destination, queue: String
  var state: DeliveryState
  var attempt, maxAttempts: Int
  var cancelRequested: Bool
  /// It is false if the destination is a default that nobody chose.
  var chosen: Bool
  var requestedAt: Date
  var runAt, claimedAt, finishedAt: Date?
  var relay: Int64?
  var sha256: String
  var bytes: Int64
  var mediaType: String
  var refusal, error, errorCode: String?
  var outcomeUnknown: Bool
  var receipt: Receipt?
  var traceparent: String?

  init(_ delivery: DeliveryRecord) {
    id = delivery.id.rawValue
    job = delivery.job.rawValue
    kind = delivery.kind
    tenant = delivery.tenant
    destination = delivery.destination
    queue = delivery.queue
    state = delivery.state
    attempt = delivery.attempt
    maxAttempts = delivery.maxAttempts
    cancelRequested = delivery.cancelRequested
    chosen = delivery.isChosen
    requestedAt = delivery.requestedAt
    runAt = delivery.state == .pending ? delivery.runAt : nil
    claimedAt = delivery.claimedAt
    finishedAt = delivery.finishedAt
    relay = delivery.relay?.rawValue
    sha256 = delivery.sha256
    bytes = delivery.bytes
    mediaType = delivery.mediaType
    refusal = delivery.refusal
    error = delivery.errorMessage
    errorCode = delivery.errorCode
    outcomeUnknown = delivery.isOutcomeUnknown
    receipt = delivery.receipt
    traceparent = delivery.traceParent?.text
  }
}

/// A delivery with its attempts.
struct DeliveryDetailsJSON: Encodable {
  var delivery: DeliveryJSON
  /// JSON text.
  var options: String
  var attempts: [AttemptJSON]
  /// What keeps the delivery from being tried.
  var holds: [HoldJSON]

  init(_ details: DeliveryDetails, _ holds: [Hold]) {
    self.holds = holds.map(HoldJSON.init)
    delivery = DeliveryJSON(details.delivery)
    options = String(decoding: details.options, as: UTF8.self)
    attempts = details.attempts.map(AttemptJSON.init)
  }
}
