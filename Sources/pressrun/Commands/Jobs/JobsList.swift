import Application
import ArgumentParser
import JobQueue

struct JobsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List jobs, newest first.")

  @Argument(help: "Only these jobs.")
  var ids: [JobID] = []

  @Option(help: "Only jobs in this state; repeatable.")
  var state: [JobState] = []

  @Option(help: "Only jobs of this kind.")
  var kind: String?

  @Option(help: "Only jobs of this tenant.")
  var tenant: String?

  @Option(help: "The largest number of jobs. Default: 100, or the number of jobs named.")
  var limit: Int?

  @Option(help: "Only jobs with a smaller id; for the next page, the last id of this one.")
  var before: JobID?

  @Flag(help: "Print one JSON object per job.")
  var json = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    let installation = Installation()
    let filter = JobFilter(
      states: state, kind: kind, tenant: tenant, ids: ids.isEmpty ? nil : ids, limit: limit ?? max(100, ids.count),
      before: before)
    let jobs = try await installation.withQueue { try await $0.jobs(filter) }
    if json {
      for job in jobs { try printJSON(JobJSON(job)) }
    } else if jobs.isEmpty {
      printMessage("No jobs.")
    } else {
      let store = try installation.artifactStore()
      print(jobTable(jobs) { store.place(of: $0) }, terminator: "")
    }
  }
}
