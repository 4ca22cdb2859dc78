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

  var output: ChangeReport { ChangeReport(noun: "delivery", isJSON: json) }
}
