import Encodings
import FoundationEssentials
import JobQueue
import Postgres
import Web

extension Dashboard {
  var batchRoutes: [Route] {
    [
      page("/batches", .viewer, "List the batches.") { visitor, request in
        let form = Form(items: request.query)
        let before = try form.number("before", as: Int64.self)
        let rows = try await queue.query(
          Statements.batches,
          [
            visitor.tenants.names.map { .texts($0) } ?? .null, .text(optional: form["name"]),
            before.map { .integer($0) } ?? .null,
          ])
        var older: HTML?
        if rows.count == 50, let last = rows.last {
          let id = try last.decode("batch_id", as: Int64.self)
          let name = form["name"].map { "&name=\(PercentEncoding.encode($0))" } ?? ""
          older =
            "<nav class=\"pages\" aria-label=\"Pages\"><a class=\"button quiet\" href=\"/batches?before=\(id)\(name)\">Older</a></nav>"
        }
        return Page(
          title: "Batches", section: .batches, isLive: before == nil,
          content: """
            <h1>Batches</h1>
            <form class="filter panel short" method="get" action="/batches" role="search" aria-label="Filter"><div class="fields">
            \(UI.field("Name contains", "name", value: form["name"]))</div>
            <div class="buttons"><button class="primary">Apply</button></div></form>
            <div data-live="batches">\(UI.table(
              "Batches, newest first", ["Batch", "Tenant", "Progress", "#Jobs", "#Completed", "#Discarded", "#Cancelled", "Created"],
              try rows.map(batchRow), empty: "No batches match."))\(older)</div>
            """)
      }
    ]
  }

  private func batchRow(_ row: Row) throws -> [HTML] {
    let (name, tenant): (String, String) = (try row.decode("name"), try row.decode("tenant"))
    let jobs: Int = try row.decode("jobs")
    let counts = try ["completed", "discarded", "cancelled"].map { try row.decode($0, as: Int.self) }
    let filter = "/jobs?batch=\(PercentEncoding.encode(name))&tenant=\(PercentEncoding.encode(tenant))"
    let isDone = try row.decode("completed_at", as: Date?.self) != nil
    let state =
      isDone
      ? UI.badge("completed", .good)
      : try row.decode("held", as: Bool.self) ? UI.badge("open for more", .info) : UI.badge("running", .busy)
    let discarded: HTML = counts[1] == 0 ? UI.number(0) : UI.link(Format.count(counts[1]), filter + "&state=discarded")
    return [
      UI.link(name, filter), HTML(escaping: tenant), "\(state) \(Self.progress(counts, of: jobs))", UI.number(jobs),
      UI.number(counts[0]), discarded, UI.number(counts[2]), UI.time(try row.decode("created_at")),
    ]
  }

  /// Completed, discarded and cancelled jobs as parts of a bar.
  private static func progress(_ counts: [Int], of jobs: Int) -> HTML {
    guard jobs > 0 else { return "" }
    let done = counts.reduce(0, +)
    var start = 0
    let parts = zip(counts, ["good", "bad", "idle"]).map { count, style -> HTML in
      let width = count * 200 / jobs
      defer { start += width }
      return width == 0 ? "" : "<rect class=\"\(style)\" x=\"\(start)\" y=\"0\" width=\"\(width)\" height=\"8\"/>"
    }
    return """
      <svg class="progress" viewBox="0 0 200 8" preserveAspectRatio="none" role="img" aria-label="\(done * 100 / jobs) % finished">\
      \(parts)</svg>
      """
  }
}
