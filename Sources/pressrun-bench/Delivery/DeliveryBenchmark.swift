import Foundation
import OperatingSystem

/// Measures how many documents per second the senders deliver over loopback, with connections that are used again, and
/// compares each with a Python client that does the same.
struct DeliveryBenchmark: Sendable {
  enum Part: String, CaseIterable, Sendable {
    case webhooks
    case mail
    case s3
    case isolation
  }

  var rounds: Int
  var deliveries: Int
  var concurrency: Int
  /// The Python interpreter with the packages of `Benchmarks/delivery/requirements.txt`, and the folder of the
  /// programs.
  var python: String
  var programs: String

  func run(_ part: Part, progress: (String) -> Void) async throws -> [Measurement] {
    let comparison =
      switch part {
      case .webhooks: try WebhookBenchmark(self).comparison()
      case .mail: try MailBenchmark(self).comparison()
      case .s3: try S3Benchmark(self).comparison()
      case .isolation: throw BenchmarkError("isolation is not a comparison of senders")
      }
    return try await comparison.run(rounds: rounds, progress: progress)
  }

  /// Calls `send` with the numbers of all deliveries, as many at once as `concurrency`. Returns deliveries per second.
  func rate(_ send: @escaping @Sendable (Int) async throws -> Void) async throws -> Double {
    let count = deliveries
    let seconds = try await timed {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for first in 0..<concurrency {
          group.addTask {
            for number in stride(from: first, to: count, by: concurrency) { try await send(number) }
          }
        }
        try await group.waitForAll()
      }
    }
    return Double(count) / seconds
  }

  /// Sends all deliveries, which the server must have received then.
  func competitor(
    _ server: MinimalServer, _ send: @escaping @Sendable (Int) async throws -> Void
  ) -> Competitor {
    Competitor("pressrun") {
      let before = server.count
      let rate = try await rate(send)
      guard server.count - before == deliveries else { throw BenchmarkError("the server received other deliveries") }
      return rate
    }
  }

  /// A Python program that prints deliveries and seconds as its last line.
  func competitor(_ name: String, _ program: String, port: Int) -> Competitor {
    ExternalProgram(name: name, command: "exec \"$PYTHON\" \"$PROGRAM\" \(deliveries) \(concurrency) \(port)")
      .competitor(["PYTHON": python, "PROGRAM": "\(programs)/\(program)"])
  }
}
