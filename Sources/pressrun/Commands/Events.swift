import Application
import ArgumentParser
import Foundation
import JobQueue

struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Print the events of jobs and batches, oldest first.")

  @Flag(help: "Continue with new events until interrupted.")
  var follow = false

  @Option(
    help: """
      Only events after this sequence number: the last one that was printed, to continue. The JSON record has it as "sequence", a \
      line for people as its first word.
      """)
  var after: Int64 = 0

  @Flag(help: "Print the CloudEvents records, one per line.")
  var json = false

  func run() async throws {
    try await Installation().withQueue { queue in
      var cursor = EventCursor(sequence: after)
      while true {
        let events = try await queue.events(after: cursor, limit: 500)
        for event in events { print(json ? record(event) : line(event)) }
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

  /// The CloudEvents record with the sequence number as an extension attribute, a text as in the extension "sequence"
  /// of CloudEvents 1.0.
  private func record(_ event: EventRecord) -> String {
    "{\"sequence\":\"\(event.cursor.sequence)\"," + event.json.trimmingPrefix { $0.isWhitespace }.dropFirst()
  }

  /// The fields of a CloudEvents record that are printed.
  private struct Record: Decodable {
    /// Data of a job's event or of a batch's.
    struct EventData: Decodable {
      var kind, destination: String?
      var name: String?
      var jobs, completed: Int?
    }
    var data: EventData?
  }

  private func line(_ event: EventRecord) -> String {
    let record = try? JSONDecoder().decode(Record.self, from: Data(event.json.utf8))
    var about = ["job \(event.job)", record?.data?.kind, record?.data?.destination.map { "→ " + $0 }].compactMap { $0 }
    if event.job.rawValue == 0, let batch = record?.data, let name = batch.name {
      about = ["batch \(name)", "\(batch.completed ?? 0) of \(batch.jobs ?? 0) completed"]
    }
    return Table.printable(
      (["\(event.cursor.sequence)", "\(timestamp(event.time))  \(event.type)"] + about + [event.id]).joined(
        separator: "  "))
  }
}
