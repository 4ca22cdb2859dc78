import Application
import ArgumentParser
import Composition
import Foundation
import JobQueue

struct Enqueue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enqueue",
    abstract: "Put jobs into the queue and print their ids.",
    discussion: """
      KIND PAYLOAD.json   one job of that kind
      KIND -              one job for each line of stdin (NDJSON), all of them or none
      JOB.json            a job as a file: {"kind": …, "payload": …}, and where wanted tenant, destination, priority, \
      run_at, unique_key, unique_for, max_attempts, queue and batch (as in Jobs/examples)
      -                   one such job for each line of stdin

      Options win over what a job's file says.
      """)

  @Argument(
    help: ArgumentHelp("A kind of job and its payload's file, or a job's file alone.", valueName: "kind> <payload"))
  var arguments: [String]

  @Option(help: "Whose job it is.")
  var tenant: String?

  @Option(help: "Where the document goes, such as email:pm@fund.example, print, folder:reports.")
  var destination: String?

  @Option(help: "Higher goes first.")
  var priority: Int?

  @Option(help: "Not before this time, such as 2026-01-31T12:00:00Z.")
  var runAt: Date?

  @Option(help: "While a job of this kind, tenant and key is not finished, no second one is made.")
  var uniqueKey: String?

  @Option(
    help: ArgumentHelp(
      "The unique key also holds for so long from now, whether or not the job is finished: 30m, 12h, 10d.",
      valueName: "time"))
  var uniqueFor: Period?

  @Option(help: "The queue that it waits in, instead of its kind's.")
  var queue: String?

  @Option(help: "How often it is tried.")
  var maxAttempts: Int?

  @Option(help: "The batch that the jobs belong to, made where there is none; see 'pressrun batch'.")
  var batch: String?

  @Flag(help: "Wait until the jobs are in a final state; exit 1 unless all are completed.")
  var wait = false

  @Flag(help: "Print one JSON object a job.")
  var json = false

  func validate() throws {
    guard (1...2).contains(arguments.count) else {
      throw ValidationError("Name a kind and a payload (or '-'), or one job file.")
    }
  }

  func run() async throws {
    let jobs = try readJobs()
    let installation = Installation()
    let succeeded = try await installation.withQueue { queue in
      let made = try await queue.enqueue(jobs, of: installation)
      if wait { return try await report(queue.finished(made.map(\.id)), installation) }
      for job in made {
        if json { try printJSON(EnqueuedJSON(id: job.id.rawValue, inserted: job.inserted)) } else { print(job.id) }
        if !job.inserted { complain("job \(job.id) with this unique key was there already") }
      }
      return true
    }
    if !succeeded { throw Failure("not all jobs were completed") }
  }

  /// Prints what became of the jobs. Whether all were completed.
  private func report(_ jobs: [JobRecord], _ installation: Installation) throws -> Bool {
    if json {
      for job in jobs { try printJSON(JobJSON(job)) }
    } else {
      let store = installation.artifactStore
      print(jobTable(jobs) { try? store.find($0).path }, terminator: "")
    }
    return jobs.allSatisfy { $0.state == .completed }
  }

  private func readJobs() throws -> [NewJob] {
    let path = arguments[arguments.count - 1]
    let kind = arguments.count == 2 ? arguments[0] : nil
    var jobs: [NewJob]
    if path == "-" {
      jobs = try NewJobs.lines(try readAll(.standardInput), kind: kind)
      if jobs.isEmpty { throw Failure("there are no jobs on stdin", status: Failure.badInput) }
    } else {
      jobs = [try NewJobs.job(try read(path), kind: kind, place: path)]
    }
    for index in jobs.indices {
      if let tenant { jobs[index].tenant = tenant }
      if let destination { jobs[index].destination = destination }
      if let priority { jobs[index].priority = priority }
      if let runAt { jobs[index].runAt = runAt }
      if let uniqueKey { jobs[index].uniqueKey = uniqueKey }
      if let uniqueFor { jobs[index].uniqueFor = uniqueFor.duration }
      if let queue { jobs[index].queue = queue }
      if let maxAttempts { jobs[index].maxAttempts = maxAttempts }
      if let batch { jobs[index].batch = batch }
    }
    guard uniqueFor == nil || jobs.allSatisfy({ $0.uniqueKey != nil }) else {
      throw Failure("--unique-for goes with a unique key", status: Failure.badInput)
    }
    return jobs
  }
}

/// A time above 0 on the command line.
struct Period: ExpressibleByArgument {
  var duration: Duration

  init?(argument: String) {
    guard let duration = Duration(period: argument), duration > .zero else { return nil }
    self.duration = duration
  }
}

private struct EnqueuedJSON: Encodable {
  var id: Int64
  var inserted: Bool
}

extension Date: @retroactive ExpressibleByArgument {
  public init?(argument: String) {
    guard let date = try? Date(argument, strategy: .iso8601) else { return nil }
    self = date
  }
}
