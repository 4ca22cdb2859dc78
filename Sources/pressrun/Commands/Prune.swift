import Application
import ArgumentParser
import ArtifactStore
import Composition
import Diagnostics
import JobQueue

struct Prune: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract:
      "Remove finished jobs whose retention time is over, and versions of templates and artifacts that nothing references.",
    discussion: """
      Workers remove jobs too, a few at a time. The files of artifacts are removed by this command only, so run it regularly, \
      such as by a timer once a day.
      """)

  @Flag(help: "Print what would be removed, and remove nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      """
      First set the retention time of jobs and deliveries in a final state: completed=30d, discarded=never; repeatable. \
      Also: workers, incidents.
      """,
      valueName: "state=time"))
  var keep: [Retention] = []

  @Option(help: "Keep artifacts newer than this number of hours: they may not have been recorded yet.")
  var artifactHours = 24

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard (1...100_000).contains(artifactHours) else { throw ValidationError("--artifact-hours is at least 1.") }
    guard keep.isEmpty || !dryRun else { throw ValidationError("--dry-run changes nothing, so it takes no --keep.") }
  }

  func run() async throws {
    let installation = Installation()
    let store = try installation.artifactStore()
    let report = try await installation.withQueue(lockTimeout: nil) { queue in
      try await StoreBinding(queue, store).check()
      for item in keep { try await queue.keep(item.what, for: item.time) }
      var report = Report()
      for (what, time) in try await queue.retention() where JobState(rawValue: what) != nil {
        report.keep[what] = .some(time.map { Int($0.components.seconds) })
      }
      if dryRun {
        for line in try await queue.prunePreview() {
          report.jobs[line.state.rawValue] = line.jobs
          report.attempts += line.attempts
          report.events += line.events
        }
      } else {
        var step: PruneStep
        repeat {
          step = try await queue.prune()
          report.jobs["all", default: 0] += step.jobs
          report.attempts += step.attempts
          report.events += step.events
        } while step.hasMore
        report.templates = try await queue.pruneTemplates()
        report.leftovers = try await store.sweep()
      }
      try await prune(store, queue, into: &report)
      return report
    }
    if json { return try printJSON(report) }
    print(dryRun ? "would be removed:" : "removed:")
    for (state, jobs) in report.jobs.sorted(by: { $0.key < $1.key }) {
      print(
        "  \(counted(jobs, "job"))"
          + (state == "all" ? "" : " \(jobs == 1 ? "that is" : "that are") \(state) (kept \(report.time(state)))"))
    }
    print("  \(counted(report.attempts, "attempt")), \(counted(report.events, "event"))")
    if !dryRun { print("  \(counted(report.templates, "version")) of templates") }
    print(
      "  \(counted(report.artifacts, "artifact")) of \(grouped(report.artifactBytes)) bytes that nothing references")
  }

  private func prune(_ store: ArtifactStore, _ queue: JobQueue, into report: inout Report) async throws {
    var artifacts = 0
    var bytes: Int64 = 0
    let age = artifactHours * 3600
    try await store.each(olderThan: age) { found in
      let gone = try await queue.unreferenced(found)
      let refs =
        try await dryRun
        ? existing(gone, in: store) : store.remove(gone, olderThan: age) { try await queue.unreferenced($0) }
      artifacts += refs.count
      bytes += refs.reduce(0) { $0 + Int64($1.bytes) }
    }
    report.artifacts = artifacts
    report.artifactBytes = bytes
  }

  private func existing(_ artifacts: Set<String>, in store: ArtifactStore) async -> [ArtifactRef] {
    var refs: [ArtifactRef] = []
    for sha256 in artifacts { if let ref = try? await store.find(sha256) { refs.append(ref) } }
    return refs
  }
}

private struct Report: Encodable, Sendable {
  /// The number of jobs, by state or `all`.
  var jobs: [String: Int] = [:]
  var attempts = 0
  var events = 0
  /// Versions of kinds and their templates.
  var templates = 0
  var artifacts = 0
  var artifactBytes: Int64 = 0
  /// Files of crashed writers.
  var leftovers = 0
  /// Retention time of jobs in a final state in seconds; null for ever.
  var keep: [String: Int?] = [:]

  func time(_ state: String) -> String {
    guard case .some(.some(let seconds)) = keep[state] else { return "for ever" }
    return "for " + (seconds % 86_400 == 0 ? "\(seconds / 86_400) days" : duration(seconds: Double(seconds)))
  }
}

/// An argument such as `completed=30d`, `discarded=12h` or `cancelled=never`.
struct Retention: ExpressibleByArgument, Sendable {
  var what: String
  /// It is nil if the jobs are kept for ever.
  var time: Duration?

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    what = String(parts[0])
    if parts[1] == "never" { return }
    guard let time = Duration(period: String(parts[1])) else { return nil }
    self.time = time
  }
}
