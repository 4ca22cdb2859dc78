import Application
import ArgumentParser
import Delivery
import JobQueue

struct DeliveriesRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Try failed, refused or cancelled deliveries again; their history is kept.",
    discussion: """
      A filter without --state means failed and refused deliveries. One whose outcome is unknown may have arrived: see \
      'pressrun deliveries show'.
      """)

  @OptionGroup var deliveries: DeliverySelectionArguments

  func run() async throws {
    try await Installation().withQueue { jobs in
      let queue = DeliveryQueue(jobs)
      if deliveries.ids.isEmpty {
        return try await queue.retry(matching: deliveries.filter.filter) { try deliveries.output.report($0) }
      }
      for id in deliveries.ids {
        try await queue.retry(id)
        try deliveries.output.report([(id, nil)])
      }
    }
  }
}
