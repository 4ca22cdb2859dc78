import Application
import ArgumentParser
import Composition
import JSON
import JobQueue

struct BatchClose: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close",
    abstract: "Declare that all jobs of a batch have been added; optionally bind their documents when it completes.",
    discussion: """
      With --binder, a job of the kind "binder" starts when all jobs of the batch have finished. Its payload is the given one \
      without parts, such as {"title": "Year end", "missing": "skip"}; '{}' names the binder after the batch.
      """)

  @OptionGroup var batch: BatchArguments

  @Option(help: ArgumentHelp("Bind the documents of the batch; a payload file of the binder.", valueName: "payload"))
  var binder: String?

  @Option(help: "The kind of the binder.")
  var binderKind = "binder"

  @Option(help: "The destination of the binder, such as email:pm@fund.example.")
  var destination: String?

  @OptionGroup var options: DeliveryOptionArguments

  func validate() throws {
    guard binder != nil || destination == nil && options.all.isEmpty else {
      throw ValidationError("--destination and --option are for the binder; name its payload with --binder.")
    }
  }

  func run() async throws {
    let job = try binder.map { try newJob($0) }
    let installation = Installation()
    try batch.show(
      await installation.withQueue { queue in
        if let job {
          // Kinds of Jobs/ that are not registered yet are registered as by 'pressrun enqueue'.
          let id = try await queue.registering([job.kind], of: installation) {
            try await $0.bindBatch(batch.name, with: job)
          }
          printMessage("the binder is job \(id)")
        }
        try await queue.closeBatch(batch.name, tenant: batch.tenant)
        return try await queue.batch(batch.name, tenant: batch.tenant)
      })
  }

  private func newJob(_ path: String) throws -> NewJob {
    let text = path == "{}" ? Array("{}".utf8) : try read(path)
    guard case .object(var payload) = try Payload.parse(text) else {
      throw Failure("expected an object", place: path, status: Failure.badInput)
    }
    if let name = ["parts", "batch"].first(where: { payload[$0] != nil }) {
      throw Failure(
        "the parts are the documents of the batch; leave this out", place: "\(path): $.\(name)",
        status: Failure.badInput)
    }
    if payload["title"] == nil { payload.members.append(.init(name: "title", value: .string(batch.name))) }
    payload.members.append(.init(name: "batch", value: .string(batch.name)))
    var job = NewJob(kind: binderKind, payload: Array(JSONValue.object(payload).text.utf8), tenant: batch.tenant)
    job.destination = destination
    job.deliveryOptions = try options.json()
    return job
  }
}
