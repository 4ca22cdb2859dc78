import Application
import ArgumentParser
import Delivery
import JobQueue

struct DeliveriesCancel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract:
      "Cancel deliveries: pending ones at once; of one that runs, the relay is asked to stop, and it may still arrive.",
    discussion: "A filter without --state means all unfinished deliveries.")

  @OptionGroup var deliveries: DeliverySelectionArguments

  func run() async throws {
    try await Installation().withQueue { jobs in
      let queue = DeliveryQueue(jobs)
      if deliveries.ids.isEmpty {
        return try await queue.cancel(matching: deliveries.filter.filter) { try deliveries.output.report($0) }
      }
      for id in deliveries.ids {
        let state = try await queue.cancel(id)
        try deliveries.output.report(
          id, state: deliveries.json || state != .delivering ? state.rawValue : "delivering, asked to stop")
      }
    }
  }
}
