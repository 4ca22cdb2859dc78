import Delivery
import Encodings
import JobQueue
import Web

extension Dashboard {
  static let jobID = Parameter<Int64>.path("id", .identifier, "The job.")

  var jobRoutes: [Route] {
    let id = Self.jobID
    return [
      page("/jobs/{id}", .viewer, "Show a job.", parameters: [id.declaration] + Notice.parameters) {
        try await jobPage($0, try await job($1[id], $0), $1)
      },
      action("/jobs/{id}/retry", .operator, "Retry a job.", parameters: [id.declaration]) { visitor, _, request in
        let job = try await job(request[id], visitor)
        try await record("job.retry", job.job, visitor)
        try await queue.retry(job.job.id)
        return Notice.retried.on("/jobs/\(job.job.id)")
      },
      action("/jobs/{id}/cancel", .operator, "Cancel a job.", parameters: [id.declaration]) { visitor, _, request in
        let job = try await job(request[id], visitor)
        try await record("job.cancel", job.job, visitor)
        let isCancelled = try await queue.cancel(job.job.id) == .cancelled
        return (isCancelled ? Notice.cancelled : .cancelling).on("/jobs/\(job.job.id)")
      },
      page("/jobs/{id}/payload", .compliance, "Show the payload of a job.", parameters: [id.declaration]) {
        try await payloadPage($0, try await job($1[id], $0))
      },
      documentRoute, pictureRoute, shareRoute,
    ]
  }

  /// - Throws: `Problem` `.notFound` also for jobs of tenants that the visitor does not see.
  func job(_ id: Int64, _ visitor: Visitor) async throws -> JobDetails {
    let details = try await queue.job(JobID(rawValue: id))
    try visitor.require(details.job.tenant, "job \(id)")
    return details
  }

  func record(_ action: String, _ job: JobRecord, _ visitor: Visitor) async throws {
    try await audit.record(action, object: "job \(job.id)", tenant: job.tenant, by: visitor.principal)
  }

  private func jobPage(_ visitor: Visitor, _ details: JobDetails, _ request: WebRequest) async throws -> Page {
    let job = details.job
    let isDelivery = job.kind.hasPrefix("deliver.")
    let sent = isDelivery ? [] : try await deliveries.list(DeliveryFilter(job: job.id))
    let holds = try await queue.holds(of: [job.id] + sent.map(\.id))
    let options =
      job.artifact == nil || isDelivery ? [] : try await policies.shareOptions(tenant: job.tenant, kind: job.kind)
    let content: HTML = """
      <div class="heading"><h1>Job \(String(job.id.rawValue)) \(UI.badge(job.state, cancelRequested: job.cancelRequested))</h1>
      <div class="buttons">\(jobActions(job, visitor))</div></div>
      <div class="columns"><div>
      <div data-live="job">\(holdList(holds[job.id]))\(jobFacts(job))</div>
      \(documentSection(details))
      </div><div>
      <div data-live="attempts">\(timeline(details))</div>
      \(warnings(details))
      <div data-live="deliveries">\(deliverySection(sent, holds))</div>
      \(shareSection(job, options, visitor))
      \(events(details))
      </div></div>
      """
    return Page(
      title: "Job \(job.id)", section: .jobs, isLive: true, notice: Notice.html(request.query), content: content)
  }

  private func jobActions(_ job: JobRecord, _ visitor: Visitor) -> [HTML] {
    var actions: [HTML] = []
    if visitor.has(.operator) {
      if BulkAction.retry.states.contains(job.state) {
        actions.append(UI.button("Retry", "/jobs/\(job.id)/retry", visitor, style: "primary"))
      }
      if BulkAction.cancel.states.contains(job.state), !job.cancelRequested {
        actions.append(UI.button("Cancel", "/jobs/\(job.id)/cancel", visitor, style: "danger"))
      }
    }
    if visitor.has(.compliance) {
      actions.append("<a class=\"button quiet\" href=\"/jobs/\(job.id)/payload\">Payload</a>")
    }
    return actions
  }

  private func jobFacts(_ job: JobRecord) -> HTML {
    UI.facts([
      ("Kind", UI.link(job.kind, "/jobs?kind=\(PercentEncoding.encode(job.kind))")),
      ("Tenant", UI.link(job.tenant, "/jobs?tenant=\(PercentEncoding.encode(job.tenant))")),
      ("Queue", UI.code(job.queue)),
      ("Priority", job.priority == 0 ? nil : HTML(escaping: String(job.priority))),
      ("Destination", job.destination == "none" ? nil : UI.code(job.destination)),
      ("Unique key", job.uniqueKey.map { UI.code($0) }),
      (
        "Batch",
        job.batch.map {
          UI.link($0, "/jobs?batch=\(PercentEncoding.encode($0))&tenant=\(PercentEncoding.encode(job.tenant))")
        }
      ),
      ("Enqueued", UI.time(job.enqueuedAt)),
      ("Next attempt", job.state.isFinal || job.state == .running ? nil : UI.time(job.runAt)),
      ("Finished", job.finishedAt.map { UI.time($0) }),
      ("Attempts", "\(job.attempt) of \(job.maxAttempts)"),
      ("Pages so far", job.state == .running ? job.pagesDone.map { HTML(escaping: Format.count($0)) } : nil),
    ])
  }

  // MARK: Attempts

  private func timeline(_ details: JobDetails) -> HTML {
    guard !details.attempts.isEmpty else {
      return "<section><h2>Attempts</h2><p class=\"empty\">The job was not attempted yet.</p></section>"
    }
    let items = details.attempts.reversed().map { attempt -> HTML in
      let (name, tone) = Self.outcome(attempt)
      let duration = attempt.finishedAt.map { Format.seconds($0.timeIntervalSince(attempt.startedAt)) }
      let error: HTML? = attempt.errorCode.map { code in
        "<p class=\"error-text\">\(UI.code(code)) \(attempt.errorMessage ?? "")</p>"
      }
      let unknown: HTML? =
        attempt.isOutcomeUnknown ? "<p class=\"hint\">The document may have arrived all the same.</p>" : nil
      return """
        <li class="\(tone.rawValue)">
        <div class="when">\(UI.badge(name, tone)) <span>attempt \(attempt.attempt)</span> \(UI.time(attempt.startedAt))\
        \(duration.map { " · took \($0)" } ?? "")\(attempt.worker.map { " · worker \($0.rawValue)" } ?? "")</div>
        \(error)\(unknown)\(stages(attempt.timings))
        </li>
        """
    }
    return "<section><h2>Attempts</h2><ol class=\"timeline\">\(items)</ol></section>"
  }

  private static func outcome(_ attempt: AttemptRecord) -> (String, UI.Tone) {
    switch attempt.outcome {
    case nil: ("running", .busy)
    case .completed: ("completed", .good)
    case .failed: ("failed", .bad)
    case .expired: ("lease expired", .bad)
    case .refused: ("refused", .bad)
    case .released: ("released", .idle)
    case .snoozed: ("snoozed", .idle)
    case .cancelled: ("cancelled", .idle)
    }
  }

  /// Milliseconds of each stage, as parts of a bar.
  private func stages(_ timings: [String: Double]) -> HTML? {
    let stages = timings.filter { $0.value > 0 && $0.key != "total" }.sorted { $0.value > $1.value }
    let total = stages.map(\.value).reduce(0, +)
    guard total > 0 else { return nil }
    var start = 0.0
    let bars = stages.enumerated().map { index, stage -> HTML in
      let width = stage.value / total * 1000
      defer { start += width }
      return """
        <rect class="stage s\(index % 6)" x="\(Int(start.rounded()))" y="0" width="\(max(Int(width.rounded()) - 2, 1))" height="10">\
        <title>\(stage.key): \(Format.seconds(stage.value / 1000))</title></rect>
        """
    }
    let keys = stages.enumerated().map { index, stage -> HTML in
      "<li><i class=\"s\(index % 6)\" aria-hidden=\"true\"></i>\(stage.key) <b>\(Format.seconds(stage.value / 1000))</b></li>"
    }
    return """
      <svg class="stages" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\(bars)</svg>
      <ul class="stage-keys" aria-label="Duration of each stage">\(keys)</ul>
      """
  }

  // MARK: Warnings

  private func warnings(_ details: JobDetails) -> HTML? {
    guard let attempt = details.attempts.last(where: { !$0.warnings.isEmpty }) else { return nil }
    let source = TemplateSource(home: settings.home)
    let items = attempt.warnings.prefix(100).map { warning -> HTML in
      let excerpt = source.excerpt(of: warning)
      let lines: HTML? = excerpt.map { excerpt in
        let lines = excerpt.lines.map { line -> HTML in
          "<span\(line.number == excerpt.line ? HTML(trusted: " class=\"at\"") : nil)><i>\(line.number)</i>\(line.text)\n</span>"
        }
        return
          "<pre class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"Lines of the template\"><code>\(lines)</code></pre>"
      }
      return "<li><p>\(warning)</p>\(lines)</li>"
    }
    return """
      <section><h2>Warnings <small>\(attempt.warnings.count)</small></h2><ul class="warnings">\(items)</ul></section>
      """
  }

  // MARK: Events

  private func events(_ details: JobDetails) -> HTML {
    let rows = details.events.suffix(50).reversed().map { event -> [HTML] in
      [UI.code(event.type), UI.time(event.time), "<span class=\"excerpt\">\(event.id)</span>"]
    }
    return """
      <section><details><summary><h2>Events <small>\(details.events.count)</small></h2></summary>
      \(UI.table("Events, newest first", ["Type", "Time", "Id"], Array(rows), empty: "There are no events yet."))
      </details></section>
      """
  }

  // MARK: Payload

  private func payloadPage(_ visitor: Visitor, _ details: JobDetails) async throws -> Page {
    let job = details.job
    try await record("job.payload", job, visitor)
    let payload = try await queue.query(Statements.payload, [.integer(job.id.rawValue)]).single()
      .decode(0, as: String?.self)
    let shown: HTML =
      payload.map {
        "<pre class=\"payload\" tabindex=\"0\" role=\"region\" aria-label=\"Payload\"><code>\($0)</code></pre>"
      }
      ?? "<p class=\"empty\">The job has no payload any more.</p>"
    return Page(
      title: "Payload of job \(job.id)", section: .jobs,
      content: """
        <h1>Payload of <a href="/jobs/\(job.id)">job \(String(job.id.rawValue))</a></h1>
        <p class="hint">Your reading of it is in the audit log.</p>
        \(shown)
        """)
  }
}
