import ArgumentParser
import Fleet
import Foundation
import JobQueue

struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the events of finished jobs, oldest first.")

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

  private func line(_ event: EventRecord) -> String {
    Table.printable("\(timestamp(event.time))  \(event.type)  job \(event.job)  \(event.id)")
  }
}
