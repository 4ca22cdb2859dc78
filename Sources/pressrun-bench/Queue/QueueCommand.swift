import ArgumentParser

struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Compare the queue with other queues and with plain SQL.",
    discussion: """
      Parts: drain (empty jobs per second), enqueue (compared with COPY and INSERT), flat (claims with a long backlog), \
      snapshot (claims while vacuum is held back), latency (enqueue to start). The default is all of them. Each run gets a \
      new database on the server of DATABASE_URL, or on one that is started for the benchmark.
      """)

  @Argument(help: "The parts to measure.")
  var parts: [String] = []

  @Option(help: "Rounds; each competitor runs once in each round.")
  var rounds = 5

  @Option(help: "Jobs per run.")
  var jobs = 50_000

  @Option(help: "Waiting jobs in the full table.")
  var waiting = 1_000_000

  @Option(help: "Finished jobs in the full table.")
  var finished = 5_000_000

  @Option(help: "Seconds for which the snapshot is held open.")
  var snapshotSeconds = 120.0

  @Option(
    name: .customLong("competitor"),
    help: ArgumentHelp(
      "NAME=COMMAND: another program for the part drain. It finds a new database in DATABASE_URL and prints "
        + #"{"jobs": …, "seconds": …} as its last line."#,
      valueName: "competitor"))
  var competitors: [String] = []

  @Flag(help: "Print one JSON object per figure.")
  var json = false

  func validate() throws {
    for part in parts where QueueBenchmark.Part(rawValue: part) == nil {
      let known = QueueBenchmark.Part.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no part \"\(part)\". The parts are \(known).")
    }
    for competitor in competitors where ExternalProgram(competitor) == nil {
      throw ValidationError("--competitor \(competitor) is not NAME=COMMAND.")
    }
    guard (1...1000).contains(rounds), (100...10_000_000).contains(jobs) else {
      throw ValidationError("--rounds must be from 1 to 1000, and --jobs from 100 to 10000000.")
    }
    guard waiting >= 0, finished >= 0, waiting + finished <= 100_000_000 else {
      throw ValidationError("--waiting and --finished must be from 0 to 100000000 together.")
    }
    guard (0...3600).contains(snapshotSeconds) else {
      throw ValidationError("--snapshot-seconds must be from 0 to 3600.")
    }
  }

  func run() async throws {
    try await withBenchmarkServer { server, _ in
      report(try await server.description())
      var benchmark = QueueBenchmark(server: server)
      benchmark.rounds = rounds
      benchmark.jobs = jobs
      benchmark.programs = competitors.compactMap(ExternalProgram.init)
      // The rounds consume jobs from the full table.
      benchmark.waiting = max(waiting, (rounds + 1) * 20_000)
      benchmark.finished = finished
      benchmark.snapshotSeconds = snapshotSeconds
      var measurements: [Measurement] = []
      for part in QueueBenchmark.Part.allCases where parts.isEmpty || parts.contains(part.rawValue) {
        measurements += try await benchmark.run(part, progress: report)
      }
      try show(measurements, json: json)
    }
  }
}
