import Application
import ArgumentParser
import Foundation
import QueueBench
import Rendering

struct BenchPipeline: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "Measure documents a second from enqueue to event, and the queue's share of the CPU.",
    discussion: """
      The queue's share is what worker and PostgreSQL use, of what they and the renderers use. PostgreSQL's part is known \
      where it was started for this, without DATABASE_URL.
      """)

  @Argument(help: "A job's file, as in Jobs/examples.")
  var file: String?

  @Option(help: "How often it is measured.")
  var rounds = 3

  @Option(help: "Documents of a round.")
  var jobs = 2000

  @Option(help: "Renderer processes. By default the number of processors.")
  var concurrency = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "Print one JSON object for each figure.")
  var json = false

  func validate() throws {
    guard (1...1000).contains(rounds), (1...10_000_000).contains(jobs), (1...256).contains(concurrency) else {
      throw ValidationError(
        "--rounds must be from 1 to 1000, --jobs from 1 to 10000000, and --concurrency from 1 to 256.")
    }
  }

  func run() async throws {
    let installation = Installation()
    let path = file ?? (installation.home ?? ".") + "/Jobs/examples/invoice-1.json"
    let job = try NewJobs.job(try read(path), kind: nil, place: path)
    try await withBenchServer { server, folder in
      complain("bench: \(try await server.description())")
      let bench = PipelineBench(
        server: server, installation: installation, job: job, jobs: jobs, renderers: concurrency, folder: folder)
      try show(try await bench.run(rounds: rounds) { complain("bench: \($0)") }, json: json)
    }
  }
}
