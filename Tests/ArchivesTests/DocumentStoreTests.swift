import ArchiveTesting
import ArtifactStore
import Foundation
import JobQueue
import PDF
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Archives

@Suite(.hangLimit) struct DocumentStoreTests {
  static let base = String(repeating: "a", count: 64)

  func segment(_ id: String, _ bytes: [UInt8] = [0, 1, 255], parent: String = base) -> NewSegment {
    NewSegment(clientID: id, parent: parent, format: .pdf, bytes: bytes, author: "Ann \"A\" Ä")
  }

  func withDocument(_ body: @Sendable (TestDatabase) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.documents.register(document: "doc", baseSHA256: Self.base, baseBytes: 100)
      try await body(test)
    }
  }

  @Test func segmentsAreStoredUnchanged() async throws {
    try await withDocument { test async throws in
      let first = try await test.documents.add(segment("1"), to: "doc")
      let second = try await test.documents.add(segment("2", Array(0...255)), to: "doc")
      #expect((first.sequence, second.sequence) == (1, 2))
      let found = try await test.documents.segments(of: "doc")
      #expect(found.map(\.bytes) == [[0, 1, 255], Array(0...255)])
      #expect(found.map(\.author) == ["Ann \"A\" Ä", "Ann \"A\" Ä"])
      #expect(found.map(\.chain) == [first.chain, second.chain])
      #expect(try await test.documents.segments(of: "doc", after: 1).count == 1)
      #expect(try await test.documents.segments(of: "doc", through: 1).count == 1)
    }
  }

  @Test func chainCoversPreviousHashBytesAndMetadata() async throws {
    try await withDocument { test async throws in
      for id in 1...3 { _ = try await test.documents.add(segment("\(id)"), to: "doc") }
      let statement = Statement(
        """
        select count(*) from (
          select s.*, coalesce(lag(chain) over (order by sequence), '\(Self.base)') as previous
          from pressrun.annotation_segments s
        ) s
        where chain <> encode(sha256(decode(previous, 'hex') || bytes || convert_to(metadata, 'UTF8')), 'hex')
          or metadata::json ->> 'sha256' <> encode(sha256(bytes), 'hex') or sha256 <> encode(sha256(bytes), 'hex')
          or (metadata::json ->> 'sequence')::bigint <> sequence or metadata::json ->> 'author' <> author
          or (metadata::json ->> 'server_time')::timestamptz <> server_time
        """)
      let wrong = try await test.database.query(statement).single().decode(0, as: Int.self)
      #expect(wrong == 0)
    }
  }

  @Test func repeatedSegmentIsStoredOnce() async throws {
    try await withDocument { test async throws in
      let first = try await test.documents.add(segment("1"), to: "doc")
      let again = try await test.documents.add(segment("1"), to: "doc")
      #expect(first.inserted && !again.inserted)
      #expect((first.sequence, first.chain) == (again.sequence, again.chain))
      let error = await #expect(throws: QueueError.self) {
        try await test.documents.add(segment("1", [9]), to: "doc")
      }
      #expect(error?.code == .conflict)
    }
  }

  /// An update is stored with its segment, and the chain covers it.
  @Test func updateIsStoredWithSegment() async throws {
    try await withDocument { test async throws in
      var converted = NewSegment(clientID: "1", parent: Self.base, format: .xfdf, bytes: [7])
      converted.update = StoredUpdate(bytes: [1, 2], record: #"{"rules":3,"warnings":[]}"#)
      converted.madeAfter = 0
      _ = try await test.documents.add(converted, to: "doc")
      let found = try #require(try await test.documents.segments(of: "doc").first)
      #expect(found.update == converted.update)
      let segment = try ArchiveSegment(
        bytes: found.bytes, metadata: found.metadata, chain: found.chain, update: found.update)
      #expect(
        segment.metadata.version == 3 && segment.metadata.tenant == "default"
          && segment.metadata.updateSHA256 == converted.update?.sha256)
      var chain = ArchiveChain(document: "doc", tenant: "default", base: Self.base)
      try chain.append(segment)
      // A document of the same name and base of another tenant is another document.
      var other = ArchiveChain(document: "doc", tenant: "acme", base: Self.base)
      #expect(throws: ArchiveError.self) { try other.append(segment) }
    }
  }

  /// An update that was made before another segment arrived is not stored. It is made again, and the first one counts.
  @Test func outdatedUpdateIsRecordedLaterOnce() async throws {
    try await withDocument { test async throws in
      _ = try await test.documents.add(segment("1"), to: "doc")
      var converted = NewSegment(clientID: "2", parent: Self.base, format: .xfdf, bytes: [7])
      converted.update = StoredUpdate(bytes: [1, 2], record: "{}")
      converted.madeAfter = 0
      #expect(try await test.documents.add(converted, to: "doc").sequence == 2)
      #expect(try await test.documents.segments(of: "doc")[1].update == nil)
      let (first, second) = (StoredUpdate(bytes: [3], record: "{}"), StoredUpdate(bytes: [4], record: "{}"))
      #expect(try await test.documents.record(first, of: 2, in: "doc") == first.sha256)
      #expect(try await test.documents.record(second, of: 2, in: "doc") == first.sha256)
      #expect(try await test.documents.segments(of: "doc")[1].update == first)
      await #expect(throws: QueueError.self) { try await test.documents.record(first, of: 1, in: "doc") }
      await #expect(throws: (any Error).self) {
        try await test.database.query("delete from pressrun.annotation_updates")
      }
    }
  }

  /// A stored index is used only if it is one of this base in this format and its bytes are those that were stored.
  @Test func theIndexOfABaseIsStoredOnce() async throws {
    try await withDocument { test async throws in
      let file = try PDFFile(bytes: Fixture.annotated)
      let base = Hash.of(Fixture.annotated)
      let index = try BaseIndex.encoded(of: file)
      await #expect(throws: QueueError.self) { try await test.documents.record(baseIndex: index, of: base) }
      try await test.documents.register(
        document: "other", baseSHA256: base, baseBytes: Int64(Fixture.annotated.count))
      #expect(try await test.documents.baseIndex(of: base) == nil)
      for _ in 0..<2 { try await test.documents.record(baseIndex: index, of: base) }
      #expect(try await test.documents.baseIndex(of: base) == index)
      // Another tenant has one of its own, and an index of another base is not stored.
      #expect(try await DocumentStore(test.queue, tenant: "acme").baseIndex(of: base) == nil)
      try await test.documents.record(baseIndex: index, of: Self.base)
      #expect(try await test.documents.baseIndex(of: Self.base) == nil)
      for damage in ["bytes = bytes || '\\x00'", "format = 0", "sha256 = '\(Self.base)'"] {
        try await test.database.execute(script: "update pressrun.base_indexes set \(damage)")
        #expect(try await test.documents.baseIndex(of: base) == nil, "\(damage)")
        try await test.documents.record(baseIndex: index, of: base)
        #expect(try await test.documents.baseIndex(of: base) == index)
      }
    }
  }

  /// The first segment of a document stores the index of its base; a missing or damaged one is made again.
  @Test func addingASegmentStoresTheIndex() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let folder = FileManager.default.temporaryDirectory.path + "/pressrun-index-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let artifacts = ArtifactStore(root: folder)
      // No other test has this base, since indexes are kept for the whole process.
      let bytes = Fixture.annotated + Array("% \(UUID().uuidString)\n".utf8)
      let base = try await artifacts.put(bytes)
      let document = AnnotatedDocument(
        name: "doc", tenant: "default", baseSHA256: base.sha256, baseBytes: Int64(bytes.count), registeredAt: Date())
      try await test.documents.register(document: "doc", baseSHA256: base.sha256, baseBytes: Int64(bytes.count))
      try await test.documents.useIndex(ofBaseOf: document, artifacts)
      let index = try BaseIndex.encoded(of: PDFFile(bytes: bytes))
      #expect(try await test.documents.baseIndex(of: base.sha256) == index)
      #expect(BaseIndexCache.shared[base.sha256] != nil)
    }
  }

  @Test func concurrentSendersMakeOneChain() async throws {
    try await withDocument { test async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for id in 0..<40 {
          group.addTask { _ = try await test.documents.add(self.segment("\(id % 30)", [UInt8(id % 30)]), to: "doc") }
        }
        try await group.waitForAll()
      }
      let found = try await test.documents.segments(of: "doc")
      #expect(found.map(\.sequence) == Array(1...30))
      #expect(Set(found.map(\.chain)).count == 30)
    }
  }

  @Test func storedDataCannotBeChanged() async throws {
    try await withDocument { test async throws in
      _ = try await test.documents.add(segment("1"), to: "doc")
      for script in [
        "update pressrun.annotation_segments set author = 'x'", "delete from pressrun.annotation_segments",
        "truncate pressrun.annotation_segments", "update pressrun.annotation_documents set title = 'x'",
        "delete from pressrun.annotation_documents", "truncate pressrun.annotation_builds",
        "set session_replication_role = replica; delete from pressrun.annotation_segments",
      ] {
        // As the owner, who is also a superuser.
        let error = await #expect(throws: PostgresError.self) { try await test.database.execute(script: script) }
        #expect(error?.sqlState == "PR009", "\(script)")
        for role in ["pressrun_producer", "pressrun_worker", "pressrun_monitor"] where !script.contains("session") {
          let error = await #expect(throws: PostgresError.self) {
            try await test.database.execute(script: "begin; set local role \(role); \(script); rollback")
          }
          #expect(error?.sqlState == "42501", "\(role): \(script)")
        }
      }
      #expect(try await test.documents.segments(of: "doc").count == 1)
    }
  }

  @Test func producersAddAndWorkersReadSegments() async throws {
    try await withDocument { test async throws in
      let add = "select * from pressrun.add_segment('doc', 'x', '\(Self.base)', 'pdf', 'abc')"
      let read = "table pressrun.annotation_segments"
      try await test.database.execute(script: "begin; set local role pressrun_producer; \(add); rollback")
      try await test.database.execute(script: "begin; set local role pressrun_worker; \(read); rollback")
      for (role, script) in [("pressrun_producer", read), ("pressrun_worker", add), ("pressrun_monitor", read)] {
        let error = await #expect(throws: PostgresError.self) {
          try await test.database.execute(script: "begin; set local role \(role); \(script); rollback")
        }
        #expect(error?.sqlState == "42501")
      }
    }
  }

  @Test func baseOfDocumentCannotChange() async throws {
    try await withDocument { test async throws in
      #expect(try await !test.documents.register(document: "doc", baseSHA256: Self.base, baseBytes: 100))
      let error = await #expect(throws: QueueError.self) {
        try await test.documents.register(
          document: "doc", baseSHA256: String(repeating: "b", count: 64), baseBytes: 100)
      }
      #expect(error?.code == .conflict)
      #expect(try await test.documents.document("doc").baseSHA256 == Self.base)
    }
  }

  @Test func invalidArgumentsAreRefused() async throws {
    try await withDocument { test async throws in
      let unknown = await #expect(throws: QueueError.self) { try await test.documents.add(segment("1"), to: "none") }
      #expect(unknown?.code == .unknownDocument)
      for wrong in [segment("1", []), segment("", [1]), segment("1", [1], parent: "XYZ")] {
        let error = await #expect(throws: QueueError.self) { try await test.documents.add(wrong, to: "doc") }
        #expect(error?.code == .invalidArgument)
      }
      let name = await #expect(throws: QueueError.self) {
        try await test.documents.register(document: "../doc", baseSHA256: Self.base, baseBytes: 1)
      }
      #expect(name?.code == .invalidArgument)
    }
  }

  @Test func buildsAreRecordedWithManifests() async throws {
    try await withDocument { test async throws in
      let (job, others) = (try await test.enqueue("default"), try await test.enqueue("acme"))
      try await test.documents.recordBuild(
        job: job, document: "doc", sequence: 0, sha256: Self.base, manifest: #"{"a":1}"#)
      let builds = try await test.documents.builds(of: "doc")
      #expect(builds.map(\.manifest) == [#"{"a":1}"#] && builds.map(\.job) == [job])
      // A job cannot build a document of another tenant, whatever its worker says.
      let error = await #expect(throws: QueueError.self) {
        try await test.documents.recordBuild(
          job: others, document: "doc", sequence: 0, sha256: Self.base, manifest: "{}")
      }
      #expect(error?.code == .unknownDocument)
    }
  }

  @Test func documentsOfTenantsWithTheSameNameAreIndependent() async throws {
    try await withDocument { test async throws in
      let other = DocumentStore(test.queue, tenant: "acme")
      let base = String(repeating: "b", count: 64)
      #expect(try await other.register(document: "doc", baseSHA256: base, baseBytes: 7))
      _ = try await test.documents.add(segment("1", [1]), to: "doc")
      #expect(try await other.add(segment("1", [2], parent: base), to: "doc").sequence == 1)
      #expect(try await test.documents.segments(of: "doc").map(\.bytes) == [[1]])
      #expect(try await other.segments(of: "doc").map(\.bytes) == [[2]])
      #expect(try await other.document("doc").baseSHA256 == base)
      #expect(try await other.documents().map(\.tenant) == ["acme"])
      #expect(try await DocumentStore.documentsOfAllTenants(test.queue).map(\.tenant) == ["acme", "default"])
      let sizes = try await test.database.query(
        "select tenant, segment_bytes::int from pressrun.annotation_overview where document = 'doc' order by tenant")
      #expect(try sizes.map { try $0.decode(1, as: Int.self) } == [1, 1])
    }
  }

  /// Every operation on a document of another tenant fails as on one that does not exist.
  @Test func documentsOfOtherTenantsLookUnknown() async throws {
    try await withDocument { test async throws in
      var converted = NewSegment(clientID: "1", parent: Self.base, format: .xfdf, bytes: [7])
      converted.madeAfter = 0
      _ = try await test.documents.add(converted, to: "doc")
      let job = try await test.enqueue("acme")
      let other = DocumentStore(test.queue, tenant: "acme")
      let update = StoredUpdate(bytes: [1], record: "{}")
      let operations: [@Sendable (String) async throws -> Void] = [
        { _ = try await other.document($0) }, { _ = try await other.add(segment("2"), to: $0) },
        { _ = try await other.record(update, of: 1, in: $0) }, { _ = try await StoredDocument($0, in: other) },
        { try await other.recordBuild(job: job, document: $0, sequence: 0, sha256: Self.base, manifest: "{}") },
      ]
      for (index, operation) in operations.enumerated() {
        let hidden = await #expect(throws: QueueError.self) { try await operation("doc") }
        let unknown = await #expect(throws: QueueError.self) { try await operation("abc") }
        #expect(hidden?.code == .unknownDocument, "\(index)")
        #expect(hidden?.message == unknown?.message.replacing("abc", with: "doc"), "\(index)")
      }
      #expect(try await other.segments(of: "doc").isEmpty)
      #expect(try await other.builds(of: "doc").isEmpty)
      #expect(try await other.deliveries(of: "doc").isEmpty)
      #expect(try await !other.hasArtifact(Self.base))
      #expect(try await test.documents.hasArtifact(Self.base))
    }
  }
}

extension TestDatabase {
  fileprivate func enqueue(_ tenant: String) async throws -> JobID {
    try await queue.register(kinds: [KindSettings(name: "archive")])
    return try await queue.enqueue(NewJob(kind: "archive", payload: Array("{}".utf8), tenant: tenant)).id
  }

  fileprivate var documents: DocumentStore { DocumentStore(queue, tenant: "default") }
}
