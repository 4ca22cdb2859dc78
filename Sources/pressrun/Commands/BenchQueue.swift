import ArgumentParser
import Foundation
import QueueBench

struct BenchQueue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Measure the queue, side by side with what it is compared to.",
    discussion: """
      Parts: drain (empty jobs a second), enqueue (against COPY and INSERT), flat (behind a long backlog), snapshot (while \
      vacuum is held back), latency (enqueue to start). All of them by default. Each run has a new database, of \
      DATABASE_URL's server or else of one that is started for this.
      """)

  @Argument(help: "The parts.")
  var parts: [String] = []

  @Option(help: "How often each contestant has its turn.")
  var rounds = 5

  @Option(help: "Jobs of a turn.")
  var jobs = 50_000

  @Option(help: "Waiting jobs of a full table.")
  var waiting = 1_000_000

  @Option(help: "Finished jobs of a full table.")
  var finished = 5_000_000

  @Option(help: "Seconds that a snapshot is held open.")
  var snapshotSeconds = 120.0

  @Option(
    name: .customLong("rival"),
    help: ArgumentHelp(
      "NAME=COMMAND: another program for the drain. It finds a new database in DATABASE_URL and prints "
        + #"{"jobs": …, "seconds": …} at its end."#,
      valueName: "rival"))
  var rivals: [String] = []

  @Flag(help: "Print one JSON object for each figure.")
  var json = false

  func validate() throws {
    for part in parts where QueueBench.Part(rawValue: part) == nil {
      throw ValidationError(
        "There is no part \"\(part)\"; there are \(QueueBench.Part.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    for rival in rivals where Rival(rival) == nil { throw ValidationError("--rival \(rival) is not NAME=COMMAND.") }
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
    try await withBenchServer { server, _ in
      complain("bench: \(try await server.description())")
      var bench = QueueBench(server: server)
      bench.rounds = rounds
      bench.jobs = jobs
      bench.rivals = rivals.compactMap(Rival.init)
      // A full table holds what the turns take out of it.
      bench.waiting = max(waiting, (rounds + 1) * 20_000)
      bench.finished = finished
      bench.snapshotSeconds = snapshotSeconds
      var findings: [Finding] = []
      for part in QueueBench.Part.allCases where parts.isEmpty || parts.contains(part.rawValue) {
        findings += try await bench.run(part) { complain("bench: \($0)") }
      }
      try show(findings, json: json)
    }
  }
}

/// Lends the server of `DATABASE_URL`, else one that is started for the benchmark, and a folder that goes with it.
func withBenchServer(_ body: (BenchServer, _ folder: String) async throws -> Void) async throws {
  let folder = "/var/tmp/pressrun-bench-\(UUID().uuidString.prefix(8).lowercased())"
  let given = ProcessInfo.processInfo.environment["DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let server = try await BenchServer(url: given, folder: folder + "/postgres")
  do {
    try await body(server, folder)
  } catch {
    try? await server.stop()
    throw error
  }
  try await server.stop()
}

/// Prints figures, and beside each what it was to be.
func show(_ findings: [Finding], json: Bool) throws {
  if json {
    for finding in findings { try printJSON(finding) }
    return
  }
  var table = Table(
    ("WHAT", .left), ("MEDIAN", .right), ("UNIT", .left), ("AGAINST", .left), ("MEDIAN", .right), ("RATIO", .right),
    ("GOAL", .right), ("MET", .left))
  for finding in findings {
    let goal = finding.goal.map { (finding.isMost ? "≤ " : "≥ ") + String(format: "%.2f", $0) } ?? ""
    table.add(
      finding.name, number(finding.value), finding.unit, finding.against ?? "", finding.reference.map(number) ?? "",
      finding.ratio.map { String(format: "%.2f", $0) } ?? "", goal, finding.isMet.map { $0 ? "yes" : "no" } ?? "")
  }
  print(table.text, terminator: "")
}

private func number(_ value: Double) -> String {
  value < 100 ? String(format: "%.2f", value) : grouped(Int64(value.rounded()))
}
