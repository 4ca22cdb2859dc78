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

  /// Nil if jobs are named by id.
  var selection: JobSelection? {
    guard ids.isEmpty else { return nil }
    return JobSelection(states: state, kind: kind, tenant: tenant, queue: queue, batch: batch, errorCode: error)
  }

  /// Prints the changed jobs on stdout, and the problems of others on stderr.
  func report(_ part: [(id: JobID, problem: String?)]) throws {
    for (id, problem) in part {
      if json {
        try printJSON(SelectionResult(id: id.rawValue, problem: problem))
      } else if let problem {
        complain("job \(id): \(problem)")
      } else {
        print(id)
      }
    }
  }

  func report(_ id: JobID, state: String) throws {
    if json { try printJSON(SelectionResult(id: id.rawValue, state: state)) } else { print("\(id) \(state)") }
  }

  private struct SelectionResult: Encodable {
    var id: Int64
    var state: String?
    var problem: String?
  }
}
