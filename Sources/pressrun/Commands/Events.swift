import Application
import ArgumentParser
import Foundation
import JobQueue

struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Print the events of finished jobs, oldest first.")

  @Flag(help: "Go on with new ones as they come.")
  var follow = false

  @Flag(help: "Print each CloudEvents record, one a line.")
  var json = false

  func run() async throws {
    try await Installation().withQueue { queue in
      var cursor = EventCursor.start
      while true {
        let events = try await queue.events(after: cursor, limit: 500)
        for event in events { print(json ? event.json : line(event)) }
        fflush(nil)
        if let last = events.last {
          cursor = last.cursor
        } else if follow {
          try await Task.sleep(for: .seconds(1))
        } else {
          return
        }
      }
    }
  }

  /// What the event says in short; its record is the producers' business and may say more.
  private struct Record: Decodable {
    /// Of a job, or of a batch.
    struct Facts: Decodable {
      var kind, destination: String?
      var name: String?
      var jobs, completed: Int?
    }
    var data: Facts?
  }

  private func line(_ event: EventRecord) -> String {
    let record = try? JSONDecoder().decode(Record.self, from: Data(event.json.utf8))
    var about = ["job \(event.job)", record?.data?.kind, record?.data?.destination.map { "→ " + $0 }].compactMap { $0 }
    if event.job.rawValue == 0, let batch = record?.data, let name = batch.name {
      about = ["batch \(name)", "\(batch.completed ?? 0) of \(batch.jobs ?? 0) completed"]
    }
    return Table.printable(
      (["\(timestamp(event.time))  \(event.type)"] + about + [event.id]).joined(separator: "  "))
  }
}
