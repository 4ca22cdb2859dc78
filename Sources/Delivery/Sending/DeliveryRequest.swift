import Foundation
import JobQueue

/// One attempt to send the files of a delivery to one destination.
package struct DeliveryRequest: Sendable {
  /// Identifies the delivery; the same in all attempts. Remote identifiers (Message-ID, `webhook-id`, …) are derived
  /// from it.
  package var id: Int64
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// Whether the outcome of an earlier attempt is unknown, so that the document may have arrived already.
  package var mayHaveArrived: Bool
  package var tenant: String
  package var destination: Destination
  /// The file to send, or the first of them.
  package var document: DeliveredDocument
  /// The other files of a delivery of several, in order.
  package var further: [DeliveredDocument]
  /// The stored body of a mail, if the job has made one (output `html-mail`).
  package var mailBody: DeliveredDocument?
  /// The options of the share, a JSON object; each sender decodes its own (`{"subject": …}`).
  package var options: [UInt8]
  /// Trace context of the request that enqueued the job.
  package var traceParent: TraceParent?

  package init(
    id: Int64, attempt: Int, mayHaveArrived: Bool = false, tenant: String, destination: Destination,
    document: DeliveredDocument, further: [DeliveredDocument] = [], mailBody: DeliveredDocument? = nil,
    options: [UInt8] = Array("{}".utf8), traceParent: TraceParent? = nil
  ) {
    self.id = id
    self.attempt = attempt
    self.mayHaveArrived = mayHaveArrived
    self.tenant = tenant
    self.destination = destination
    self.document = document
    self.further = further
    self.mailBody = mailBody
    self.options = options
    self.traceParent = traceParent
  }

  /// All files, in order.
  package var documents: [DeliveredDocument] { [document] + further }

  /// The request for one of the files alone.
  package func only(_ document: DeliveredDocument) -> DeliveryRequest {
    var request = self
    request.document = document
    request.further = []
    return request
  }

  /// - Throws: `SendError` if there are several files, for protocols that send one.
  package func checkOneFile(_ protocol: String) throws(SendError) {
    guard further.isEmpty else {
      throw SendError(
        code: "too_many_files", message: "a \(`protocol`) delivery sends one file; choose one output", retry: .never)
    }
  }
}

/// A file to deliver.
package struct DeliveredDocument: Sendable {
  /// The job that made it.
  package var job: Int64
  package var kind: String
  /// The job's payload, JSON text.
  package var payload: [UInt8]
  /// A local file with the artifact's bytes, which exists until the attempt has ended. The relay downloads it first if
  /// the artifact store is not a folder.
  package var path: String
  package var bytes: Int
  /// 64 lower-case hexadecimal digits.
  package var sha256: String
  package var mediaType: String
  /// The number of the file among the delivery's files of its media type, from 1; nil if it is the only one.
  package var number: Int?
  /// The name of the file for a person who saves it; empty if its kind has no template for names.
  package var fileName: String
  /// The time at which the job was completed.
  package var completedAt: Date

  /// Whether it is a mail: the output `html-mail`.
  var isMail: Bool { mediaType == "message/rfc822" }

  package init(
    job: Int64, kind: String, payload: [UInt8], path: String, bytes: Int, sha256: String, mediaType: String,
    number: Int? = nil, fileName: String = "", completedAt: Date
  ) {
    self.job = job
    self.kind = kind
    self.payload = payload
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
    self.mediaType = mediaType
    self.number = number
    self.fileName = fileName
    self.completedAt = completedAt
  }
}
