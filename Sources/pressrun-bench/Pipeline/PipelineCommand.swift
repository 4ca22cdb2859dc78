import Application
import ArgumentParser
import Foundation

struct PipelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "Measure documents per second from enqueue to event, and the queue's share of the CPU time.",
    discussion: """
      The queue's share is the CPU time of the worker and PostgreSQL, divided by that of the worker, PostgreSQL and the \
      renderers. PostgreSQL's part is known only if the server is started for the benchmark, without DATABASE_URL.
      """)

  @Argument(help: "A job file, as in Jobs/examples.")
  var file: String?

  @Option(help: "Rounds.")
  var rounds = 3

  @Option(help: "Documents per round.")
  var jobs = 2000

  @Option(help: "Renderer processes.")
  var concurrency = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var pressrun: PressrunOption

  @Flag(help: "Print one JSON object per figure.")
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
    let job = try NewJobs.job([UInt8](Data(contentsOf: URL(fileURLWithPath: path))), kind: nil, place: path)
    try await withBenchmarkServer { server, folder in
      report(try await server.description())
      let benchmark = PipelineBenchmark(
        server: server, installation: installation, pressrun: try pressrun.path(), job: job, jobs: jobs,
        renderers: concurrency, folder: folder)
      try show(try await benchmark.run(rounds: rounds, progress: report), json: json)
    }
  }
}
