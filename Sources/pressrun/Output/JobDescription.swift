import ArtifactStore
import Delivery
import Diagnostics
import JobQueue

/// A job with its deliveries, its attempts and its artifact as text.
func describe(
  _ details: JobDetails, deliveries: [DeliveryRecord], holds: [JobID: [Hold]], store: ArtifactStore
) -> String {
  let job = details.job
  var lines: [(String, String)] = [
    ("job", "\(job.id)"), ("kind", job.kind),
    ("state", job.state.rawValue + (job.cancelRequested && !job.state.isFinal ? ", asked to stop" : "")),
    ("tenant", job.tenant), ("queue", "\(job.queue), priority \(job.priority)"), ("destination", job.destination),
    ("enqueued", timestamp(job.enqueuedAt)), ("attempt", "\(job.attempt) of \(job.maxAttempts)"),
  ]
  if !job.state.isFinal && job.state != .running { lines.append(("due", timestamp(job.runAt))) }
  for hold in holds[job.id] ?? [] { lines.append(("waits", describe(hold))) }
  if job.state == .running, let pages = job.pagesDone { lines.append(("progress", "\(counted(pages, "page")) so far")) }
  if let batch = job.batch { lines.append(("batch", batch)) }
  if let key = job.uniqueKey { lines.append(("unique key", key)) }
  if let time = job.finishedAt { lines.append(("finished", timestamp(time))) }
  if let template = job.template { lines.append(("template", template)) }
  if let event = job.eventID { lines.append(("event", event)) }
  if let artifact = details.artifact {
    lines.append(("artifact", artifact.sha256))
    if let path = store.place(of: artifact.sha256) { lines.append(("path", path)) }
    lines.append(("bytes", grouped(artifact.bytes)))
    lines.append(("pages", pages(artifact.pages)))
    if !artifact.fileName.isEmpty { lines.append(("file name", artifact.fileName)) }
    for font in artifact.fonts { lines.append(("font", "\(font.name), \(font.file ?? "in the document")")) }
    for part in details.artifacts.first?.parts ?? [] {
      lines.append(("part", "\(part.title), \(part.pages) from page \(part.firstPage)"))
    }
  }
  for artifact in details.artifacts.dropFirst() {
    let name = artifact.fileName.isEmpty ? "" : ", \(artifact.fileName)"
    lines.append((artifact.output, "\(artifact.sha256), \(grouped(artifact.bytes)) bytes\(name)"))
  }
  for asset in details.assets { lines.append(("asset", "\(asset.path): \(asset.sha256)")) }
  if job.state != .completed, let error = job.lastError { lines.append(("error", error)) }

  var text = lines.map { name, value in
    name.padding(toLength: 13, withPad: " ", startingAt: 0) + Table.printable(value) + "\n"
  }.joined()
  for delivery in deliveries {
    text += "\ndelivery \(delivery.id): \(delivery.state.rawValue), \(Table.printable(delivery.destination))\n"
    for hold in holds[delivery.id] ?? [] { text += "  waits  \(describe(hold))\n" }
    if let problem = delivery.refusal ?? delivery.errorMessage { text += "  error  \(Table.printable(problem))\n" }
  }
  return text + details.attempts.map(describe).joined()
}

/// An attempt at a job or a delivery as text.
func describe(_ attempt: AttemptRecord) -> String {
  let outcome =
    (attempt.outcome?.rawValue ?? "running") + (attempt.isOutcomeUnknown ? " (it may have arrived)" : "")
  let times = "\(timestamp(attempt.startedAt)) to \(timestamp(attempt.finishedAt))"
  var text = "\nattempt \(attempt.attempt): \(outcome), \(times)\n"
  if let message = attempt.errorMessage {
    text += "  error  \(attempt.errorCode.map { "[\($0)] " } ?? "")\(Table.printable(message))\n"
  }
  for warning in attempt.warnings { text += "  warning  \(Table.printable(warning))\n" }
  if !attempt.timings.isEmpty {
    let stages = inOrder(attempt.timings).map { "\($0.key) \(milliseconds($0.value))" }
    text += "  timings  \(stages.joined(separator: ", "))\n"
  }
  return text
}

/// Timings in the order of the stages; unknown stages at the end.
private func inOrder(_ timings: [String: Double]) -> [(key: String, value: Double)] {
  let known = ["compose", "markup", "style", "layout", "paint"]
  return timings.sorted {
    (known.firstIndex(of: $0.key) ?? known.count, $0.key) < (known.firstIndex(of: $1.key) ?? known.count, $1.key)
  }
}

/// The number of pages and their size, such as `3 of 595.3 × 841.9 pt`, for each run of pages of equal size.
private func pages(_ pages: [PagePoints]) -> String {
  var runs: [(size: PagePoints, count: Int)] = []
  for page in pages {
    if runs.last?.size == page { runs[runs.count - 1].count += 1 } else { runs.append((page, 1)) }
  }
  let shown = runs.prefix(4).map { "\($0.count) of \(points($0.size.width)) × \(points($0.size.height)) pt" }
  return shown.joined(separator: ", ") + (runs.count > 4 ? ", … \(pages.count) in all" : "")
}
