import Postgres

/// The statements of `SQL/`, which the build embeds in the binary.
enum Statements {
  static let registerDocument = statement(EmbeddedText.register_document_sql, "register_document")
  static let documents = statement(EmbeddedText.documents_sql, "documents")
  static let allDocuments = statement(EmbeddedText.all_documents_sql, "all_documents")
  static let addSegment = statement(EmbeddedText.add_segment_sql, "add_segment")
  static let segments = statement(EmbeddedText.segments_sql, "segments")
  static let recordUpdate = statement(EmbeddedText.record_update_sql, "record_update")
  static let recordBuild = statement(EmbeddedText.record_build_sql, "record_build")
  static let receipts = statement(EmbeddedText.receipts_sql, "receipts")
  static let baseIndex = statement(EmbeddedText.base_index_sql, "base_index")
  static let recordBaseIndex = statement(EmbeddedText.record_base_index_sql, "record_base_index")
  static let claimDueTimestamp = statement(EmbeddedText.claim_due_timestamp_sql, "claim_due_timestamp")
  static let recordTimestamp = statement(EmbeddedText.record_timestamp_sql, "record_timestamp")
  static let recordTimestampFailure = statement(
    EmbeddedText.record_timestamp_failure_sql, "record_timestamp_failure")
  static let timestamps = statement(EmbeddedText.timestamps_sql, "timestamps")
  static let builds = statement(EmbeddedText.builds_sql, "builds")

  private static func statement(_ text: String, _ name: String) -> Statement {
    Statement(text, name: name)
  }
}
