import JSON
import JobQueue
import Synchronization
import Web

extension API {
  private static let filterMembers: Set<String> = [
    "states", "kind", "tenant", "queue", "batch", "destination", "error_code", "unique_key",
  ]

  static let filterSchema = JSONSchema.object([
    "states": JSONSchema.array(of: .oneOf(JobState.allCases.map(\.rawValue)), atMost: 7).with("minItems", 1).orNull,
    "kind": JSONSchema.string(1...63).orNull, "tenant": JSONSchema.string(1...200).orNull,
    "queue": JSONSchema.string(1...100).orNull, "batch": JSONSchema.string(1...200).orNull,
    "destination": JSONSchema.string(1...2000).orNull, "error_code": JSONSchema.string(1...100).orNull,
    "unique_key": JSONSchema.string(1...500).described("Text that the unique key contains.").orNull,
  ]).with("minProperties", 1).described("All criteria must match. At least one is needed.")

  var bulkRoutes: [Route] {
    [
      bulkRoute(.cancel, "Cancel all jobs that match.", "Without `states`: unfinished jobs."),
      bulkRoute(.retry, "Retry all jobs that match.", "Without `states`: discarded jobs."),
    ]
  }

  private func bulkRoute(_ action: BulkAction, _ summary: String, _ description: String) -> Route {
    Route(
      .post, PathTemplate("/v1/bulk/\(action.rawValue)"), access: Scope.jobsWrite.access, summary: summary,
      description: "\(description) With `dry_run` they are only counted.",
      documentation: .api(tag: "Jobs", id: "\(action.rawValue)MatchingJobs"),
      body: .json(
        .object(["filter": .reference("JobFilter"), "dry_run": JSONSchema.boolean.orNull], required: ["filter"]),
        example: #"{"filter": {"kind": "note", "error_code": "timeout"}, "dry_run": true}"#),
      answers: [.init(200, "What was done, or would be.", schema: .reference("BulkResult"))],
      problems: [.invalidArgument]
    ) { request in
      let principal = try request.authenticated()
      let body = try await request.object(["filter", "dry_run"])
      var selection = try Self.selection(body, in: principal.tenants)
      if selection.states.isEmpty { selection.states = action.defaultStates }
      if try body.optionalBool("dry_run") == true {
        return .json(["matching": .integer(try await queue.count(matching: selection))])
      }
      try await service.audit.record(
        "jobs.\(action.rawValue)", object: "jobs that match \(body["filter"]?.text ?? "")",
        tenant: principal.tenants.single,
        by: principal)
      let result = Mutex(BulkResult())
      try await action.perform(on: selection, in: queue) { part in result.withLock { $0.add(part) } }
      return .json(result.withLock { $0.json })
    }
  }

  private static func selection(_ body: RequestObject, in scope: TenantScope) throws -> JobSelection {
    let filter = try RequestObject(
      try body.required("filter", body["filter"], "an object"), at: body.path(of: "filter"))
    try filter.allow(filterMembers)
    guard filter.object.members.contains(where: { $0.value != .null }) else {
      throw Problem(.invalidBody, "name at least one criterion", field: "$.filter")
    }
    let names = try filter.strings("states")
    // Without states the filter matches jobs in every state, which an empty list cannot mean.
    if names.isEmpty, filter["states"] != nil {
      throw Problem(.invalidBody, "name at least one state, or leave the member out", field: "$.filter.states")
    }
    guard names.count <= JobState.allCases.count else {
      throw Problem(.invalidBody, "expected at most \(JobState.allCases.count) states", field: "$.filter.states")
    }
    let states = try names.map { name in
      guard let state = JobState(rawValue: name) else {
        let known = JobState.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.invalidBody, "expected some of \(known)", field: "$.filter.states")
      }
      return state
    }
    let kind = try text("kind", atMost: 63, in: filter)
    if let kind, kind.hasPrefix("deliver.") {
      throw Problem(.invalidBody, "deliveries are not jobs of the API", field: "$.filter.kind")
    }
    return JobSelection(
      states: states, kind: kind, tenant: try text("tenant", atMost: 200, in: filter), scope: scope.names,
      queue: try text("queue", atMost: 100, in: filter), batch: try text("batch", atMost: 200, in: filter),
      destination: try text("destination", atMost: 2000, in: filter),
      errorCode: try text("error_code", atMost: 100, in: filter),
      uniqueKey: try text("unique_key", atMost: 500, in: filter))
  }

  private static func text(_ name: String, atMost limit: Int, in filter: RequestObject) throws -> String? {
    guard let text = try filter.optionalString(name) else { return nil }
    guard (1...limit).contains(text.unicodeScalars.count) else {
      throw Problem(.invalidBody, "expected 1 to \(limit) characters", field: "$.filter.\(name)")
    }
    return text
  }
}

/// The result of an action on many jobs.
private struct BulkResult {
  var changed = 0
  var refused = 0
  /// The first ones.
  var examples: [JSONValue] = []

  mutating func add(_ part: [(id: JobID, problem: String?)]) {
    for (id, problem) in part {
      guard let problem else {
        changed += 1
        continue
      }
      refused += 1
      if examples.count < 100 { examples.append(["id": .integer(id.rawValue), "problem": .string(problem)]) }
    }
  }

  var json: JSONValue {
    ["changed": .integer(changed), "refused": .integer(refused), "refusals": .array(examples)]
  }
}
