import ArgumentParser

struct DeliveryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delivery",
    abstract: "Compare the senders with Python clients, and measure what a slow destination costs others.",
    discussion: """
      Parts: webhooks (signed, compared with httpx), mail (with an attachment of 40 kB, compared with aiosmtplib), s3 (puts \
      of 40 kB, compared with boto3), isolation (the time until a delivery is sent, beside a slow or dead destination). The \
      default is all of them. The server is a thread per connection of this program, which answers with fixed bytes.
      """)

  @Argument(help: "The parts to measure.")
  var parts: [String] = []

  @Option(help: "Rounds; each competitor runs once in each round.")
  var rounds = 5

  @Option(help: "Deliveries per run.")
  var deliveries = 5000

  @Option(help: "Deliveries at the same time.")
  var concurrency = 16

  @Option(help: "The Python interpreter of the competitors, with the packages of Benchmarks/delivery/requirements.txt.")
  var python = "python3"

  @Option(help: "The folder of the competitors' programs.")
  var programs = "Benchmarks/delivery"

  @Flag(help: "Print one JSON object per figure.")
  var json = false

  func validate() throws {
    for part in parts where DeliveryBenchmark.Part(rawValue: part) == nil {
      let known = DeliveryBenchmark.Part.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no part \"\(part)\". The parts are \(known).")
    }
    guard (1...1000).contains(rounds), (1...10_000_000).contains(deliveries), (1...256).contains(concurrency) else {
      throw ValidationError(
        "--rounds must be from 1 to 1000, --deliveries from 1 to 10000000, and --concurrency from 1 to 256.")
    }
  }

  func run() async throws {
    let benchmark = DeliveryBenchmark(
      rounds: rounds, deliveries: deliveries, concurrency: concurrency, python: python, programs: programs)
    var measurements: [Measurement] = []
    for part in DeliveryBenchmark.Part.allCases where parts.isEmpty || parts.contains(part.rawValue) {
      if part == .isolation {
        try await withBenchmarkServer { server, folder in
          measurements += try await IsolationBenchmark(server: server, folder: folder, rounds: rounds).run(
            progress: report)
        }
      } else {
        measurements += try await benchmark.run(part, progress: report)
      }
    }
    try show(measurements, json: json)
  }
}
