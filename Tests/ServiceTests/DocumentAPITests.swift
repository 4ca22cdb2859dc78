import Archives
import Foundation
import JSON
import JobQueue
import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

@Suite(.hangLimit) struct DocumentAPITests {
  @Test(arguments: [
    (0.0, 700.0, 1), (500, 700, 2), (841, 700, 2), (0, 10_000, 1), (841, 0, 1), (10_000, 100, 3), (850, 600, 2),
    (1_300, 900, 3),
  ])
  func theVisiblePageIsThatOfWhichMostIsVisible(offset: Double, height: Double, page: Int) {
    let view = VisiblePages(offset: offset, height: height, gap: 10)
    #expect(view.page(of: [841, 595, 841])?.page == page)
  }

  @Test func aDocumentWithoutPagesShowsNone() {
    #expect(VisiblePages(offset: 0, height: 1, gap: 0).page(of: []) == nil)
  }

  @Test func documentsOfOtherTenantsLookUnknown() async throws {
    try await withService { (running) async throws in
      let documents = DocumentStore(running.queue, tenant: "acme")
      try await documents.register(document: "deed", baseSHA256: String(repeating: "a", count: 64), baseBytes: 10)
      let other = try await running.client([.documentsWrite], tenants: ["other"])
      let body = #"{"format": "xfdf", "content": "PHhmZGYvPg=="}"#
      let json = ["Content-Type": "application/json"]
      #expect(try await other.send("/v1/documents/deed").status == 404)
      #expect(try await other.send("/v1/documents/deed?tenant=acme").status == 403)
      #expect(try await other.send("/v1/documents/deed/page?offset=0&view=1").status == 404)
      #expect(try await other.send("POST", "/v1/documents/deed/segments", headers: json, body: body).status == 404)
      let own = try await running.client([.documentsWrite], tenants: ["acme"])
      // Its base was never stored.
      #expect(try await own.send("/v1/documents/deed").status == 410)
    }
  }

  /// Documents of two tenants with the same name are two documents. Each request is tried with each scope and each
  /// tenant.
  @Test func rightsToADocumentAreThoseOfItsTenantAndScope() async throws {
    try await withService { (running) async throws in
      for tenant in ["acme", "globex"] {
        try await DocumentStore(running.queue, tenant: tenant).register(
          document: "deed", baseSHA256: String(repeating: tenant == "acme" ? "a" : "b", count: 64), baseBytes: 10)
      }
      let json = ["Content-Type": "application/json"]
      let segment = #"{"format": "xfdf", "content": "PHhmZGYvPg==", "client_id": "c1"}"#
      for scope in Scope.allCases {
        let mayRead = [.documentsWrite, .artifactsRead, .admin].contains(scope)
        let mayWrite = [.documentsWrite, .admin].contains(scope)
        for tenants in [Set(["acme"]), ["globex"], ["acme", "globex"], ["initech"]] {
          let client = try await running.client([scope], tenants: tenants)
          for tenant in ["acme", "globex"] {
            let isOwn = tenants.contains(tenant)
            // 410: allowed, but the base of the document was never stored.
            let read = try await client.send("/v1/documents/deed?tenant=\(tenant)")
            let page = try await client.send("/v1/documents/deed/page?tenant=\(tenant)&offset=0&view=1")
            let expected = mayRead && isOwn ? 410 : 403
            #expect(read.status == expected && page.status == expected, "\(scope) of \(tenants) reads \(tenant)")
            let written = try await client.send(
              "POST", "/v1/documents/deed/segments?tenant=\(tenant)", headers: json, body: segment)
            #expect(
              written.status == (mayWrite && isOwn ? 410 : 403),
              "\(scope) of \(tenants) writes to \(tenant): \(written.text)")
          }
        }
      }
      let rows = try await running.test.database.query("select count(*)::int from pressrun.annotation_segments")
      #expect(try rows.single().decode(0, as: Int.self) == 0)
    }
  }

  @Test func malformedSegmentsAreRefusedWithTheField() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.documentsWrite])
      for (body, field) in [
        (#"{"content": ""}"#, "$.format"), (#"{"format": "svg", "content": "AA=="}"#, "$.format"),
        (#"{"format": "pdf", "content": "?"}"#, "$.content"),
        (#"{"format": "pdf", "content": "AA==", "parent": "x"}"#, "$.parent"),
        (#"{"format": "pdf", "content": "AA==", "device_time": "now"}"#, "$.device_time"),
        (#"{"format": "pdf", "content": "AA==", "page": 1}"#, "$.page"),
      ] {
        let answer = try await client.send(
          "POST", "/v1/documents/deed/segments", headers: ["Content-Type": "application/json"], body: body)
        #expect(answer.status == 400)
        #expect(answer.text.contains("\"field\":\"\(field)\""), "\(answer.text)")
      }
    }
  }

  /// Regression: the service parsed the documents and segments itself.
  @Test func documentsAreReadInProcessesOfTheirOwn() async throws {
    try await withService { (running) async throws in
      let artifacts = running.service.artifacts
      let base = try await artifacts.put(try await RealRenderers.document(pages: 2))
      let documents = DocumentStore(running.service.queue, tenant: "acme")
      try await DocumentStore(running.queue, tenant: "acme").register(
        document: "deed", baseSHA256: base.sha256, baseBytes: Int64(base.bytes))
      let processes = DocumentProcesses(documents: documents, artifacts: artifacts, files: RealRenderers.files)
      #expect(try await processes.pageHeights(of: "deed").count == 2)
      #expect(try await processes.file("deed").sha256 == base.sha256)
      func add(
        _ text: String, _ format: String = "xfdf", id: String, parent: String? = nil
      ) async throws -> DocumentProcesses.Addition {
        let parent = parent.map { ", \"parent\": \"\($0)\"" } ?? ""
        let content = Data(text.utf8).base64EncodedString()
        let json = #"{"format": "\#(format)", "content": "\#(content)", "client_id": "\#(id)"\#(parent)}"#
        return try await processes.add(
          SegmentRequest(RequestObject(try JSONParser.parse(Array(json.utf8)))), to: "deed")
      }
      let note = """
        <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><freetext page="0" rect="50,600,250,650" name="n" title="Ann" \
        date="D:20260131120000Z"><contents>Seen.</contents></freetext></annots></xfdf>
        """
      let added = try await add(note, id: "1")
      #expect(added.segment.inserted && added.segment.sequence == 1)
      let index = try #require(try await documents.baseIndex(of: base.sha256))
      #expect(!index.isEmpty)
      let file = try await processes.file("deed")
      #expect(file.sha256 == added.sha256 && file.length > base.bytes)
      // The same segment again changes nothing, and is not converted again.
      let again = try await add(note, id: "1")
      #expect(!again.segment.inserted && again.sha256 == added.sha256 && again.segment.chain == added.segment.chain)
      let second = try await add(note.replacing("name=\"n\"", with: "name=\"m\""), id: "2")
      #expect(second.segment.sequence == 2 && second.sha256 != added.sha256)
      #expect(try await documents.segments(of: "deed").allSatisfy { $0.update != nil })
      let refusal = await #expect(throws: Problem.self) { try await add("no update", "pdf", id: "3") }
      #expect(refusal?.type.code == ProblemType.segmentRefused.code)
      await #expect(throws: QueueError.self) { try await add("other", "pdf", id: "1") }
      #expect(try await documents.segments(of: "deed").count == 2)
      // An update for a file that may arrive later is stored, and the client learns that it is not part of the document.
      let early = try await add("early", "pdf", id: "4", parent: String(repeating: "0", count: 64))
      #expect(early.segment.inserted && early.sha256 == second.sha256)
      #expect(early.warnings.count == 1 && early.warnings.first?.contains("left out of the document") == true)
    }
  }

  /// Only a file to which annotations can be appended becomes a base.
  @Test func filesThatBecomeABaseAreCheckedInAProcessOfTheirOwn() async throws {
    try await withService { (running) async throws in
      let artifacts = running.service.artifacts
      let processes = DocumentProcesses(
        documents: DocumentStore(running.service.queue, tenant: "acme"), artifacts: artifacts,
        files: RealRenderers.files)
      let good = try await artifacts.put(try await RealRenderers.document(pages: 1))
      #expect(try await !processes.index(ofNewBase: good.sha256).isEmpty)
      let truncated = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj trailer<</Root 1 0 R>>"
      for bytes in [Array(truncated.utf8), Array("no PDF".utf8)] {
        let base = try await artifacts.put(bytes)
        let problem = await #expect(throws: Problem.self) { try await processes.index(ofNewBase: base.sha256) }
        #expect(problem?.type.status == 409)
      }
    }
  }

  /// A token can register only artifacts that it is allowed to read.
  @Test func registeringNeedsTheRightToReadArtifacts() async throws {
    try await withService { (running) async throws in
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8), tenant: "acme")).id
      func put(_ scopes: Set<Scope>, _ body: String) async throws -> TestResponse {
        try await running.client(scopes, tenants: ["acme"]).send(
          "PUT", "/v1/documents/deed", headers: ["Content-Type": "application/json"], body: body)
      }
      #expect(try await put([.documentsWrite], "{\"job\": \(id)}").status == 403)
      #expect(try await put([.artifactsRead], "{\"job\": \(id)}").status == 403)
      for scopes in [[Scope.documentsWrite, .artifactsRead], [.admin]] as [Set<Scope>] {
        #expect(try await put(scopes, "{\"job\": \(id)}").text.contains("has no PDF"))
        for body in ["{}", "{\"job\": \"1\"}", "{\"job\": 1.5}", "{\"job\": 1, \"base\": 2}"] {
          #expect(try await put(scopes, body).status == 400, "\(body)")
        }
      }
      let rows = try await running.test.database.query("select count(*)::int from pressrun.annotation_documents")
      #expect(try rows.single().decode(0, as: Int.self) == 0)
    }
  }

  /// The answer had the row that a constraint refused.
  @Test(arguments: ["a%2Fb", "%2e%2e", "-a", "a%20b", "%C3%BC"])
  func malformedNamesOfDocumentsAreRefusedInWords(name: String) async throws {
    try await withService { (running) async throws in
      let hash = String(repeating: "0", count: 64)
      let error = await #expect(throws: QueueError.self) {
        try await DocumentStore(running.queue, tenant: "acme").register(
          document: try #require(name.removingPercentEncoding), baseSHA256: hash, baseBytes: 6)
      }
      #expect(error?.code == .invalidArgument && error?.message.hasPrefix("the name of a document has") == true)
      #expect(error?.hint == nil)
    }
  }

  /// A service without such processes, or with too many at once, refuses.
  @Test func withoutAProcessDocumentsAreUnavailable() async throws {
    try await withService { (running) async throws in
      let base = try await running.service.artifacts.put(Array("no PDF".utf8))
      try await DocumentStore(running.queue, tenant: "acme").register(
        document: "deed", baseSHA256: base.sha256, baseBytes: 6)
      let client = try await running.client([.documentsWrite], tenants: ["acme"])
      #expect(try await client.send("/v1/documents/deed").status == 503)
      let processes = DocumentProcesses(
        documents: DocumentStore(running.service.queue, tenant: "acme"), artifacts: running.service.artifacts,
        files: RealRenderers.files)
      let problem = await #expect(throws: Problem.self) { try await processes.file("deed") }
      #expect(problem?.type.status == 409)
    }
  }
}
