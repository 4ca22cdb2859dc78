import Archives
import TestTraits
import Testing

@testable import Service

/// The page of an annotated document, which a process of its own verifies.
@Suite(.hangLimit) struct ArchivePageTests {
  @Test func documentsAreVerifiedInAProcessOfTheirOwn() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let documents = DocumentStore(dashboard.test.queue, tenant: "acme")
      let base = try await RealRenderers.document(pages: 1)
      let stored = try await dashboard.store.put(base)
      try await documents.register(document: "deed", baseSHA256: stored.sha256, baseBytes: Int64(base.count))
      try await documents.register(document: "lost", baseSHA256: String(repeating: "a", count: 64), baseBytes: 10)
      let visit = try await dashboard.signIn("operator")
      let intact = try await visit.post("/archives/acme/deed/verify")
      #expect(intact.text.contains("The document is intact"), "\(intact.text)")
      #expect(intact.text.contains("The chain over the base and 0 segments holds"))
      let lost = try await visit.post("/archives/acme/lost/verify")
      #expect(lost.text.contains("The document is damaged"), "\(lost.text)")
    }
  }
}
