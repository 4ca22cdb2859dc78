import Diagnostics
import JobQueue
import Web

extension Dashboard {
  static let jobsPerPage = 50

  var jobsRoutes: [Route] {
    [
      page("/jobs", .viewer, "List the jobs that match a filter.") { try await jobList($0, $1) },
      page("/jobs/retry", .operator, "Ask before all matching jobs are retried.") {
        try await bulkQuestion(.retry, $0, $1)
      },
      page("/jobs/cancel", .operator, "Ask before all matching jobs are cancelled.") {
        try await bulkQuestion(.cancel, $0, $1)
      },
      action("/jobs/retry", .operator, "Retry all matching jobs.") { try await perform(.retry, $0, $1, $2) },
      action("/jobs/cancel", .operator, "Cancel all matching jobs.") { try await perform(.cancel, $0, $1, $2) },
      suggestionsRoute,
    ]
  }

  private func jobList(_ visitor: Visitor, _ request: WebRequest) async throws -> Page {
    let query = try JobQuery(request.query)
    let before = try Form(items: request.query).number("before", as: Int64.self)
    let found = try await queue.search(
      query.selection(visitor), before: before.map(JobID.init), limit: Self.jobsPerPage)
    let content: HTML = """
      <h1>Jobs</h1>
      \(states(query))
      \(filterForm(query))
      \(bulkBar(query, visitor, isEmpty: found.jobs.isEmpty))
      <div data-live="jobs">
      \(jobTable(found.jobs))
      \(pages(found, query, isFirst: before == nil))
      </div>
      """
    return Page(
      title: "Jobs", section: .jobs, isLive: before == nil, notice: Notice.html(request.query), content: content)
  }

  // MARK: Filter

  /// Links to the jobs in each state.
  private func states(_ query: JobQuery) -> HTML {
    func link(_ name: String, _ states: [JobState]) -> HTML {
      var target = query
      target.states = states
      let mark = query.states == states ? HTML(trusted: " aria-current=\"true\"") : nil
      return "<a href=\"\(target.address("/jobs"))\"\(mark)>\(name)</a>"
    }
    let unfinished: [JobState] = [.scheduled, .available, .running, .retryable]
    let links = [link("All", []), link("Unfinished", unfinished)] + JobState.allCases.map { link($0.rawValue, [$0]) }
    return "<nav class=\"choice wide\" aria-label=\"State\">\(links)</nav>"
  }

  private func filterForm(_ query: JobQuery) -> HTML {
    let states = query.states.map { state -> HTML in
      "<input type=\"hidden\" name=\"state\" value=\"\(state.rawValue)\">"
    }
    let isOpen = query.items.contains { !["state", "kind", "tenant", "key", "error"].contains($0.name) }
    return """
      <form class="filter panel" method="get" action="/jobs" role="search" aria-label="Filter">
      \(states)
      <div class="fields">
      \(UI.field("Kind", "kind", value: query.kind, suggest: "kind"))
      \(UI.field("Tenant", "tenant", value: query.tenant, suggest: "tenant"))
      \(UI.field("Unique key contains", "key", value: query.key))
      \(UI.field("Error", "error", value: query.error, suggest: "error"))
      </div>
      <details\(isOpen ? HTML(trusted: " open") : nil)><summary>More criteria</summary>
      <div class="fields">
      \(UI.field("Queue", "queue", value: query.queue, suggest: "queue"))
      \(UI.field("Batch", "batch", value: query.batch, suggest: "batch"))
      \(UI.field("Destination", "destination", value: query.destination, suggest: "destination"))
      \(UI.field("Enqueued from (UTC)", "from", value: query.from.map(JobQuery.text), type: "datetime-local"))
      \(UI.field("Enqueued before (UTC)", "to", value: query.to.map(JobQuery.text), type: "datetime-local"))
      </div></details>
      <div class="buttons"><button class="primary">Apply</button><a class="button quiet" href="/jobs">Clear</a></div>
      </form>
      """
  }

  // MARK: List

  func jobTable(_ jobs: [JobRecord], empty: String = "No jobs match.") -> HTML {
    let rows = jobs.map { job -> [HTML] in
      [
        UI.job(job.id), UI.badge(job.state, cancelRequested: job.cancelRequested), UI.code(job.kind),
        HTML(escaping: job.tenant), UI.time(job.enqueuedAt), attempts(job), result(job),
      ]
    }
    return UI.table(
      "Jobs, newest first", ["Job", "State", "Kind", "Tenant", "Enqueued", "#Attempts", "Result"], rows, empty: empty)
  }

  private func attempts(_ job: JobRecord) -> HTML { "\(job.attempt) of \(job.maxAttempts)" }

  private func result(_ job: JobRecord) -> HTML {
    if let artifact = job.artifact {
      return "\(artifact.pages) \(artifact.pages == 1 ? "page" : "pages"), \(Format.bytes(artifact.bytes))"
    }
    if job.state == .running, let pages = job.pagesDone { return "\(counted(pages, "page")) so far" }
    if let error = job.lastErrorCode {
      return "\(UI.code(error)) <span class=\"excerpt\">\(job.lastError.map { String($0.prefix(120)) } ?? "")</span>"
    }
    return job.uniqueKey.map { key -> HTML in "<span class=\"excerpt\">key \(key)</span>" } ?? UI.none
  }

  private func pages(_ page: JobPage, _ query: JobQuery, isFirst: Bool) -> HTML {
    var links: [HTML] = []
    if !isFirst { links.append("<a class=\"button quiet\" href=\"\(query.address("/jobs"))\">Newest</a>") }
    var note: HTML?
    if let next = page.next {
      let address = query.address("/jobs", [("before", String(next.rawValue))])
      if page.jobs.count < Self.jobsPerPage {
        note = "<p class=\"hint\">Searched down to job \(String(next.rawValue)). Older jobs were not read yet.</p>"
        links.append("<a class=\"button\" href=\"\(address)\">Search older jobs</a>")
      } else {
        links.append("<a class=\"button quiet\" href=\"\(address)\">Older</a>")
      }
    }
    return "\(note)<nav class=\"pages\" aria-label=\"Pages\">\(links)</nav>"
  }
}
