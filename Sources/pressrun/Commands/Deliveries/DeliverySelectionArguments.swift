import ArgumentParser
import Delivery
import JobQueue

/// Deliveries by their ids, or all deliveries that match a filter.
struct DeliverySelectionArguments: ParsableArguments {
  @Argument(help: "The deliveries' ids.")
  var ids: [JobID] = []

  @OptionGroup var filter: DeliveryFilterArguments

  @Flag(help: "All deliveries.")
  var all = false

  @Flag(help: "Print one JSON object per delivery.")
  var json = false

  func validate() throws {
    guard ids.isEmpty == (all || !filter.isEmpty) else {
      throw ValidationError("Name deliveries by their ids, or a filter such as --destination (or --all).")
    }
  }

  /// Prints the changed deliveries on stdout, and the problems of others on stderr.
  func report(_ part: [(id: JobID, problem: String?)]) throws {
    for (id, problem) in part {
      if json {
        try printJSON(SelectionResult(id: id.rawValue, problem: problem))
      } else if let problem {
        complain("delivery \(id): \(problem)")
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
