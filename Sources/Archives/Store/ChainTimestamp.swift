import Foundation
import JobQueue
import Postgres

/// A timestamp (RFC 3161) of the chain of a document: an authority states that base and segments up to `sequence`
/// existed at a time, which the token contains.
package struct ChainTimestamp: Codable, Hashable, Sendable {
  /// The last segment that it covers; 0 is the base alone.
  package var sequence: Int
  /// The token of `ArchiveChain.text` in DER.
  package var token: [UInt8]
  /// The address of the authority.
  package var authority: String
  /// When the token was stored, by the database's clock.
  package var recordedAt: Date

  package init(sequence: Int, token: [UInt8], authority: String, recordedAt: Date) {
    self.sequence = sequence
    self.token = token
    self.authority = authority
    self.recordedAt = recordedAt
  }

  /// Checks a timestamp token of data, such as `TimestampToken.verify`.
  /// - Returns: the time of the token.
  package typealias Check = (_ token: [UInt8], _ data: [UInt8]) throws -> String
}

/// A chain that waits for a timestamp and was claimed for that.
package struct DueTimestamp: Hashable, Sendable {
  package var tenant: String
  package var document: String
  /// The last segment.
  package var sequence: Int64
  /// The text to timestamp.
  package var chain: String
  /// Failed requests since the last timestamp.
  package var failures: Int
}

/// The timestamps of the chains of all documents. Methods throw `QueueError` and `PostgresError`.
package struct ChainTimestamps: Sendable {
  private let queue: JobQueue

  package init(_ queue: JobQueue) { self.queue = queue }

  /// Claims the document that has waited longest, at least for `age`. Other processes do not claim it for five minutes.
  /// - Parameter document: only this one; then also shortly after a failed request.
  /// - Returns: nil if none is due.
  package func claim(age: Duration, document: (tenant: String, name: String)? = nil) async throws -> DueTimestamp? {
    let rows = try await queue.query(
      Statements.claimDueTimestamp,
      [.double(age.seconds), .text(optional: document?.tenant), .text(optional: document?.name)])
    return try rows.first.map { row in
      DueTimestamp(
        tenant: try row.decode("tenant"), document: try row.decode("document"), sequence: try row.decode("sequence"),
        chain: try row.decode("chain"), failures: try row.decode("failures"))
    }
  }

  /// Records the timestamp of a claimed chain. A timestamp that is recorded already is kept.
  /// - Parameter authority: the address of the authority that issued it.
  package func record(_ token: [UInt8], of due: DueTimestamp, authority: String) async throws {
    _ = try await queue.query(
      Statements.recordTimestamp,
      [
        .text(due.tenant), .text(due.document), .integer(due.sequence), .text(Data(token).base64EncodedString()),
        .text(authority),
      ])
  }

  /// Records that a timestamp could not be obtained. The document is claimed again after the pause.
  package func record(failure message: String, of due: DueTimestamp, pause: Duration) async throws {
    _ = try await queue.query(
      Statements.recordTimestampFailure,
      [.text(due.tenant), .text(due.document), .text(message), .double(pause.seconds)])
  }
}

extension DocumentStore {
  /// The timestamps of the chain of a document up to a segment, in the order of segments.
  package func timestamps(of document: String, through sequence: Int64 = .max) async throws -> [ChainTimestamp] {
    try await queue.query(Statements.timestamps, [.text(tenant), .text(document), .integer(sequence)]).map { row in
      ChainTimestamp(
        sequence: try row.decode("sequence"), token: try Self.bytes(try row.decode("token", as: String.self)),
        authority: try row.decode("authority"), recordedAt: try row.decode("recorded_at"))
    }
  }
}
