import Application
import ArgumentParser
import Composition
import Delivery
import Foundation
import JobQueue

struct Enqueue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enqueue",
    abstract: "Put jobs into the queue and print their ids.",
    discussion: """
      KIND PAYLOAD.json   one job of that kind
      KIND -              one job per line of stdin (NDJSON), all of them or none
      JOB.json            a job file: {"kind": …, "payload": …}, optionally with tenant, destination, priority, run_at, \
      unique_key, unique_for, max_attempts, queue, batch, delivery_options and assets (as in Jobs/examples)
      -                   one such job per line of stdin

      Options override the job file.
      """)

  @Argument(
    help: ArgumentHelp("A job kind and a payload file, or a job file.", valueName: "kind> <payload"))
  var arguments: [String]

  @Option(help: "The tenant of the job.")
  var tenant: String?

  @Option(help: "The destination of the document, such as email:pm@fund.example; see 'pressrun destinations'.")
  var destination: String?

  @OptionGroup var options: DeliveryOptionArguments

  @Option(help: "Jobs of higher priority are claimed first.")
  var priority: Int?

  @Option(help: "Earliest time of the start, such as 2026-01-31T12:00:00Z.")
  var runAt: Date?

  @Option(help: "Do not enqueue the job while another one of the same kind, tenant and key is unfinished.")
  var uniqueKey: String?

  @Option(
    help: ArgumentHelp(
      "Time from now for which the unique key applies even if the job is finished: 30m, 12h, 10d.",
      valueName: "time"))
  var uniqueFor: Period?

  @Option(help: "The queue, instead of the queue of its kind.")
  var queue: String?

  @Option(help: "The largest number of attempts.")
  var maxAttempts: Int?

  @Option(help: "The batch of the jobs, which is created if it does not exist; see 'pressrun batch'.")
  var batch: String?

  @Option(
    help: ArgumentHelp(
      "Trace context of the caller (W3C Trace Context), which events, deliveries and logs repeat.", valueName: "header")
  )
  var traceparent: TraceParent?

  @Option(
    name: .customLong("asset"),
    help: ArgumentHelp(
      "A file that the document refers to: logo.png=artifact:SHA-256; repeatable. See 'pressrun assets'.",
      valueName: "path=artifact"))
  var assets: [AssetArgument] = []

  @Flag(help: "Wait until the jobs are in a final state; exit 1 unless all are completed.")
  var wait = false

  @Flag(help: "Print one JSON object per job.")
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
      let line = json ? nil : ProgressLine()
      let enqueued: [Enqueued]
      do {
        enqueued = try await queue.enqueue(jobs, of: installation) { done in
          line?.show(Progress(done: done, total: jobs.count, unit: "jobs"))
        }
        line?.clear()
      } catch {
        line?.clear()
        throw error
      }
      if wait { return try await report(queue.finished(enqueued.map(\.id)), installation) }
      for job in enqueued {
        if json { try printJSON(EnqueuedJSON(id: job.id.rawValue, inserted: job.inserted)) } else { print(job.id) }
      }
      printExisting(enqueued.filter { !$0.inserted }.map(\.id))
      return true
    }
    if !succeeded { throw Failure("not all jobs were completed") }
  }

  /// Names jobs that exist already, in one message: a file that is enqueued again can have thousands of them.
  private func printExisting(_ jobs: [JobID]) {
    guard let first = jobs.first else { return }
    if jobs.count == 1 { return printMessage("job \(first) with this unique key exists already") }
    printMessage("\(jobs.count) jobs with these unique keys exist already, the first of them is job \(first)")
  }

  /// Prints the results of the jobs.
  /// - Returns: whether all were completed.
  private func report(_ jobs: [JobRecord], _ installation: Installation) throws -> Bool {
    if json {
      for job in jobs { try printJSON(JobJSON(job)) }
    } else {
      let store = try installation.artifactStore()
      print(jobTable(jobs) { store.place(of: $0) }, terminator: "")
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
    let options = try options.json()
    for index in jobs.indices {
      if let options { jobs[index].deliveryOptions = options }
      if let tenant { jobs[index].tenant = tenant }
      if let destination { jobs[index].destination = destination }
      // SQL refuses hosts outside ASCII; here they are converted.
      jobs[index].destination = try jobs[index].destination.map { try Destination($0).description }
      if let priority { jobs[index].priority = priority }
      if let runAt { jobs[index].runAt = runAt }
      if let uniqueKey { jobs[index].uniqueKey = uniqueKey }
      if let uniqueFor { jobs[index].uniqueFor = uniqueFor.duration }
      if let queue { jobs[index].queue = queue }
      if let maxAttempts { jobs[index].maxAttempts = maxAttempts }
      if let batch { jobs[index].batch = batch }
      if let traceparent { jobs[index].traceParent = traceparent }
      for asset in assets { jobs[index].assets[asset.path] = asset.reference }
    }
    guard uniqueFor == nil || jobs.allSatisfy({ $0.uniqueKey != nil }) else {
      throw Failure("--unique-for needs a unique key", status: Failure.badInput)
    }
    return jobs
  }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension TraceParent: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// `logo.png=artifact:SHA-256` on the command line.
struct AssetArgument: ExpressibleByArgument {
  var path: String
  var reference: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("artifact:") else { return nil }
    (path, reference) = (String(parts[0]), String(parts[1]))
  }
}

/// A positive duration on the command line.
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

// swift-format-ignore: AvoidRetroactiveConformances
extension Date: @retroactive ExpressibleByArgument {
  public init?(argument: String) {
    guard let date = try? Date(argument, strategy: .iso8601) else { return nil }
    self = date
  }
}
