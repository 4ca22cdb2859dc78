import ArgumentParser
import JobQueue

struct Queue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Show, pause, resume and limit queues.",
    subcommands: [QueueList.self, QueuePause.self, QueueResume.self, QueueLimit.self])
}

/// The scope of a pause or a limit: a queue, a tenant or a kind.
struct ScopeArguments: ParsableArguments {
  @Argument(help: "The queue.")
  var queue: String?

  @Option(help: "A tenant instead of a queue.")
  var tenant: String?

  @Option(help: "A job kind instead of a queue.")
  var kind: String?

  func validate() throws {
    guard [queue, tenant, kind].compactMap({ $0 }).count == 1 else {
      throw ValidationError("Name a queue, or one of --tenant and --kind.")
    }
  }

  var scope: LimitScope {
    if let tenant { return .tenant(tenant) }
    if let kind { return .kind(kind) }
    return .queue(queue ?? "default")
  }
}

/// A limit as `--json` prints it.
struct LimitJSON: Encodable {
  var scope, name: String
  var paused: Bool
  var maxRunning, maxDepth: Int?
  var rate, burst: Double?

  init(_ record: LimitRecord) {
    (scope, name) = record.scope.words
    paused = record.isPaused
    maxRunning = record.limits.maxRunning
    maxDepth = record.limits.maxDepth
    rate = record.limits.rate
    burst = record.limits.burst
  }
}

extension LimitScope {
  /// The type and the name of the scope, as shown in tables and JSON.
  var words: (scope: String, name: String) {
    switch self {
    case .queue(let name): ("queue", name)
    case .tenant(let name): ("tenant", name)
    case .kind(let name): ("kind", name)
    }
  }
}

extension JobQueue {
  /// The current limits of a scope.
  func limit(of scope: LimitScope) async throws -> LimitRecord {
    try await limits().first { $0.scope == scope } ?? LimitRecord(scope: scope, isPaused: false, limits: Limits())
  }
}
