import JobQueue

/// The database's records of a document: its segments, and the archives that jobs built of it. It can be sent to a
/// process that verifies it.
package struct DocumentEvidence: Codable, Sendable {
  package let document: StoredDocument
  package let builds: [BuildRecord]

  package init(_ name: String, in documents: DocumentStore) async throws {
    document = try await StoredDocument(name, in: documents)
    builds = try await documents.builds(of: name)
  }
}
