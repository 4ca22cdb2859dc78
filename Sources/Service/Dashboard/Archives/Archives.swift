import Archives
import ArtifactStore
import Encodings
import FoundationEssentials
import JobQueue
import Postgres
import Rendering
import Synchronization
import Web

extension Dashboard {
  private static let tenant = Parameter<String>.path("tenant", .text(200), "The tenant.")
  private static let name = Parameter<String>.path("name", .text(128), "The document.")
  private static let place = [tenant.declaration, name.declaration]

  var archiveRoutes: [Route] {
    [
      page("/archives", .viewer, "List the annotated documents.") { visitor, request in
        let form = Form(items: request.query)
        let rows = try await queue.query(
          Statements.archives, [visitor.tenants.names.map { .texts($0) } ?? .null, .text(optional: form["name"])])
        return Page(
          title: "Archives", section: .archives,
          content: """
            <h1>Archives</h1>
            <form class="filter panel short" method="get" action="/archives" role="search" aria-label="Filter"><div class="fields">
            \(UI.field("Name or title contains", "name", value: form["name"]))</div>
            <div class="buttons"><button class="primary">Apply</button></div></form>
            \(UI.table(
              "Annotated documents", ["Document", "Title", "Tenant", "#Segments", "#Size of segments", "Last segment", "Registered"],
              try rows.map(archiveRow), empty: "No documents match."))
            \(rows.count == 200 ? "<p class=\"hint\">Only the first 200 documents are shown.</p>" : nil)
            """)
      },
      page("/archives/{tenant}/{name}", .viewer, "Show an annotated document.", parameters: Self.place) {
        try await archivePage($0, $1, report: nil)
      },
      action("/archives/{tenant}/{name}/verify", .viewer, "Verify a document.", parameters: Self.place) {
        visitor, _, request in
        let (tenant, name) = (try request[Self.tenant], try request[Self.name])
        try visitor.require(tenant, "document \"\(name)\"")
        guard verifications.begin() else {
          throw Problem(.unavailable, "another document is being verified; try again in a moment")
        }
        defer { verifications.end() }
        try await audit.record("document.verify", object: "document \(name)", tenant: tenant, by: visitor.principal)
        let report = try await verified(name, DocumentStore(queue, tenant: tenant))
        return render(try await archivePage(visitor, request, report: report), visitor)
      },
    ]
  }

  /// Verifies a document in a separate process.
  /// - Throws: `Problem` if too many processes run; `QueueError`, `PostgresError`.
  private func verified(_ name: String, _ documents: DocumentStore) async throws -> VerificationReport {
    guard let files else {
      throw Problem(.unavailable, "this service cannot verify documents; use pressrun archive verify")
    }
    do {
      let evidence = try await DocumentEvidence(name, in: documents)
      return try await files.of(tenant: documents.tenant).verify(
        evidence, base: try await artifacts.read(evidence.document.document.baseSHA256))
    } catch let error as RenderingError where error.isTemporary {
      throw Problem(.unavailable, error.message, headers: ["Retry-After": "2"])
    } catch let error as RenderingError {
      return VerificationReport(
        fault: "The document was not verified within the limits of the service; use pressrun archive verify. \(error)")
    } catch FileTaskFailure.file(_, let message) {
      return VerificationReport(fault: "The base cannot be read: \(message)")
    } catch let error as ArtifactError {
      return VerificationReport(fault: "\(error)")
    } catch let error as ArchiveError {
      return VerificationReport(fault: "\(error)")
    }
  }

  private func archiveRow(_ row: Row) throws -> [HTML] {
    let (tenant, name): (String, String) = (try row.decode("tenant"), try row.decode("document"))
    return [
      UI.link(name, "/archives/\(PercentEncoding.encode(tenant))/\(PercentEncoding.encode(name))"),
      UI.text(try row.decode("title", as: String?.self)), HTML(escaping: tenant),
      UI.number(try row.decode("segments", as: Int.self)),
      HTML(escaping: Format.bytes(try row.decode("segment_bytes", as: Int64.self))), UI.time(try row.decode("last_at")),
      UI.time(try row.decode("registered_at")),
    ]
  }

  /// A description of the last timestamp and the last failed request; nil if there is neither.
  private static func timestampFact(_ row: Row) throws -> HTML? {
    let failure: String? = try row.decode("timestamp_error")
    let error: HTML? = failure.map { "<span class=\"hint\">The last request failed: \($0)</span>" }
    guard let count: Int = try row.decode("timestamped_segments") else { return error }
    let covered = count == 0 ? "the base" : "the base and \(count) \(count == 1 ? "segment" : "segments")"
    return "\(covered), \(UI.time(try row.decode("timestamped_at"))) \(error)"
  }

  private func archivePage(_ visitor: Visitor, _ request: WebRequest, report: VerificationReport?) async throws -> Page
  {
    let (tenant, name) = (try request[Self.tenant], try request[Self.name])
    try visitor.require(tenant, "document \"\(name)\"")
    let store = DocumentStore(queue, tenant: tenant)
    let document = try await store.document(name)
    let segments = try await queue.query(Statements.segments, [.text(tenant), .text(name)])
    let timestamp = try await queue.query(Statements.archiveTimestamp, [.text(tenant), .text(name)]).single()
    let builds = try await store.builds(of: name).suffix(50)
    let sent = try await store.deliveries(of: name).suffix(50)
    let address = "/archives/\(PercentEncoding.encode(tenant))/\(PercentEncoding.encode(name))"
    let content: HTML = """
      <div class="heading"><h1>\(name)</h1><div class="buttons">\(UI.button("Verify now", "\(address)/verify", visitor, style: "primary"))</div></div>
      \(report.map(Self.reportSection))
      \(UI.facts([
        ("Title", UI.text(document.title)), ("Tenant", HTML(escaping: tenant)),
        ("Base", "\(Format.bytes(document.baseBytes)) <code class=\"hash\">\(document.baseSHA256)</code>"),
        ("Registered", UI.time(document.registeredAt)), ("Timestamped", try Self.timestampFact(timestamp)),
      ]))
      <section aria-labelledby="segments"><h2 id="segments">Segments</h2>
      <p class="hint">Each hash covers the segment and the hash before it. The first hash is that of the base.</p>
      \(UI.table(
        "Segments, newest first", ["#Segment", "Format", "Author", "#Size", "Received", "Hash of the chain"],
        try segments.map(segmentRow), empty: "The document has no segments yet."))
      \(segments.count == 200 ? "<p class=\"hint\">Only the newest 200 segments are shown.</p>" : nil)</section>
      <section aria-labelledby="builds"><h2 id="builds">Archives that jobs built</h2>
      \(UI.table(
        "Archives that jobs built", ["Job", "#Up to segment", "SHA-256"],
        builds.reversed().map { build -> [HTML] in
          [UI.job(build.job), UI.number(Int(build.sequence)), "<code class=\"hash\">\(build.sha256)</code>"]
        }, empty: "No job built an archive yet."))</section>
      <section aria-labelledby="receipts"><h2 id="receipts">Receipts</h2>
      \(UI.table(
        "Receipts of deliveries", ["Delivery", "Destination", "Address", "#Up to segment", "SHA-256"],
        sent.reversed().map { receipt -> [HTML] in
          [
            UI.link(String(receipt.delivery), "/jobs/\(receipt.delivery)"), UI.code(receipt.destination),
            UI.text(receipt.address), UI.number(Int(receipt.sequence)), "<code class=\"hash\">\(receipt.sha256)</code>",
          ]
        }, empty: "No archive was delivered yet."))</section>
      """
    return Page(title: name, section: .archives, content: content)
  }

  private func segmentRow(_ row: Row) throws -> [HTML] {
    [
      UI.number(try row.decode("sequence", as: Int.self)), UI.code(try row.decode("format")),
      UI.text(try row.decode("author", as: String?.self)), HTML(escaping: Format.bytes(try row.decode("bytes"))),
      UI.time(try row.decode("server_time")), "<code class=\"hash\">\(try row.decode("chain", as: String.self))</code>",
    ]
  }

  private static func reportSection(_ report: VerificationReport) -> HTML {
    let proven = report.proven.map { sentence -> HTML in "<li>\(UI.badge("holds", .good)) \(sentence)</li>" }
    let remarks = report.remarks.map { sentence -> HTML in "<li>\(UI.badge("note", .info)) \(sentence)</li>" }
    let fault = report.fault.map { fault -> HTML in "<li>\(UI.badge("fault", .bad)) \(fault)</li>" }
    return """
      <section class="panel" aria-labelledby="findings"><h2 id="findings">\(report.fault == nil ? "The document is intact" : "The document is damaged")</h2>
      <ul class="plain">\(proven)\(remarks)\(fault)</ul></section>
      """
  }
}

/// Lets one verification run at a time: it builds a whole document.
final class VerificationLimit: Sendable {
  private let isRunning = Atomic(false)

  /// - Returns: false if one runs.
  func begin() -> Bool { !isRunning.exchange(true, ordering: .acquiringAndReleasing) }

  func end() { isRunning.store(false, ordering: .releasing) }
}
