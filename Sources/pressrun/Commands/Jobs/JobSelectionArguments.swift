import ArgumentParser
import JobQueue

/// Jobs by their ids, or all jobs that match a filter.
struct JobSelectionArguments: ParsableArguments {
  @Argument(help: "The jobs' ids.")
  var ids: [JobID] = []

  @Option(help: "All jobs in this state; repeatable.")
  var state: [JobState] = []

  @Option(help: "All jobs of this kind.")
  var kind: String?

  @Option(help: "All jobs of this tenant.")
  var tenant: String?

  @Option(help: "All jobs of this queue.")
  var queue: String?

  @Option(help: "All jobs of this batch.")
  var batch: String?

  @Option(help: "All jobs whose last error has this code.")
  var error: String?

  @Flag(help: "All jobs.")
  var all = false

  @Flag(help: "Print one JSON object per job.")
  var json = false

  private var hasFilter: Bool {
    all || !state.isEmpty || [kind, tenant, queue, batch, error].contains { $0 != nil }
  }

  func validate() throws {
    guard ids.isEmpty == hasFilter else {
      throw ValidationError("Name jobs by their ids, or a filter such as --kind (or --all).")
    }
  }

  /// It is nil if jobs are named by id.
  var selection: JobSelection? {
    guard ids.isEmpty else { return nil }
    return JobSelection(states: state, kind: kind, tenant: tenant, queue: queue, batch: batch, errorCode: error)
  }

  var output: ChangeReport { ChangeReport(noun: "job", isJSON: json) }
}
