import Postgres

/// The statements of `SQL/`, which the build embeds in the binary.
enum Statements {
  static let registerDocument = statement(PackageResources.register_document_sql, "register_document")
  static let documents = statement(PackageResources.documents_sql, "documents")
  static let allDocuments = statement(PackageResources.all_documents_sql, "all_documents")
  static let addSegment = statement(PackageResources.add_segment_sql, "add_segment")
  static let segments = statement(PackageResources.segments_sql, "segments")
  static let recordUpdate = statement(PackageResources.record_update_sql, "record_update")
  static let recordBuild = statement(PackageResources.record_build_sql, "record_build")
  static let receipts = statement(PackageResources.receipts_sql, "receipts")
  static let baseIndex = statement(PackageResources.base_index_sql, "base_index")
  static let recordBaseIndex = statement(PackageResources.record_base_index_sql, "record_base_index")
  static let builds = statement(PackageResources.builds_sql, "builds")

  private static func statement(_ bytes: [UInt8], _ name: String) -> Statement {
    Statement(String(decoding: bytes, as: UTF8.self), name: name)
  }
}
