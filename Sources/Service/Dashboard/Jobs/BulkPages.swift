import Diagnostics
import FoundationEssentials
import JobQueue
import Web

extension Dashboard {
  /// The greatest number of matching jobs that is counted exactly.
  private static let countLimit = 100_000
  /// The time limit of a bulk action; after it, the page shows how many jobs remain.
  private static let timeLimit = Duration.seconds(20)

  private static func verb(_ action: BulkAction) -> String { action == .retry ? "Retry" : "Cancel" }
  private static func address(_ action: BulkAction) -> String { "/jobs/\(action.rawValue)" }

  /// The filter with the states to which the action applies; nil if it has others only.
  private static func query(_ query: JobQuery, for action: BulkAction) -> JobQuery? {
    var query = query
    query.states = query.states.isEmpty ? action.defaultStates : query.states.filter(action.states.contains)
    return query.states.isEmpty ? nil : query
  }

  func bulkBar(_ query: JobQuery, _ visitor: Visitor, isEmpty: Bool) -> HTML? {
    guard visitor.has(.operator), !isEmpty else { return nil }
    let links = [BulkAction.retry, .cancel].compactMap { action -> HTML? in
      guard let target = Self.query(query, for: action) else { return nil }
      return
        "<a class=\"button\" href=\"\(target.address(Self.address(action)))\">\(Self.verb(action)) all that match…</a>"
    }
    return links.isEmpty ? nil : "<div class=\"bulk\">\(links)</div>"
  }

  func bulkQuestion(_ action: BulkAction, _ visitor: Visitor, _ request: WebRequest) async throws -> Page {
    guard let query = Self.query(try JobQuery(request.query), for: action) else {
      throw Problem(
        .invalidParameter, "jobs in these states cannot be \(action == .retry ? "retried" : "cancelled")",
        field: "state")
    }
    let count = try await queue.count(matching: query.selection(visitor), upTo: Self.countLimit)
    let number = count < Self.countLimit ? Format.count(count) : "\(Format.count(count)) or more"
    let title = "\(Self.verb(action)) \(number) \(count == 1 ? "job" : "jobs")?"
    let fields = query.items.map { item -> HTML in
      "<input type=\"hidden\" name=\"\(item.name)\" value=\"\(item.value)\">"
    }
    let effect =
      action == .retry
      ? "They are ready to run at once, and may be attempted as often again as their kind allows. Their history is kept."
      : "Waiting jobs are cancelled at once. Workers stop the running ones."
    let form: HTML =
      count == 0
      ? "<p class=\"empty\">No jobs match.</p>"
      : """
      <form method="post" action="\(Self.address(action))" class="buttons">\(UI.key(visitor))\(fields)
      <button class="\(action == .cancel ? "danger" : "primary")">\(Self.verb(action)) \(number) \(count == 1 ? "job" : "jobs")</button>
      <a class="button quiet" href="\(query.address("/jobs"))">Back</a></form>
      """
    return Page(
      title: title, section: .jobs,
      content: """
        <h1>\(title)</h1>
        <p>\(effect)</p>
        <section class="panel" aria-labelledby="criteria"><h2 id="criteria">Jobs that match</h2>
        \(UI.facts(query.items.map { ($0.name, HTML(escaping: $0.value)) }))</section>
        \(form)
        """)
  }

  func perform(
    _ action: BulkAction, _ visitor: Visitor, _ form: Form, _ request: WebRequest
  ) async throws -> WebResponse {
    // A form without states would apply to more jobs than the page counted.
    guard let query = Self.query(try JobQuery(form.items), for: action), form["state"] != nil else {
      throw Problem(.invalidBody, "the states are missing", field: "state")
    }
    try await audit.record(
      "jobs.\(action.rawValue)", object: query.description, tenant: query.tenant ?? visitor.tenants.single,
      by: visitor.principal)
    var progress = BulkProgress(deadline: .now + Self.timeLimit)
    let selection = query.selection(visitor)
    do {
      try await action.perform(on: selection, in: queue) { try progress.add($0) }
    } catch is BulkProgress.OutOfTime {}
    if progress.problems.isEmpty, !progress.isOutOfTime {
      return (action == .retry ? Notice.retried : .cancelled).on(query.address("/jobs"), progress.done)
    }
    return render(bulkResult(action, query, progress), visitor)
  }

  private func bulkResult(_ action: BulkAction, _ query: JobQuery, _ progress: BulkProgress) -> Page {
    let done = action == .retry ? "ready to run again" : "cancelled, or will be by the workers"
    let rows = progress.problems.map { [UI.job($0.id), HTML(escaping: $0.problem)] }
    let rest: HTML? =
      progress.isOutOfTime
      ? """
      <p>\(UI.badge("not finished", .warn)) The time for one request was over.
      <a href="\(query.address(Self.address(action)))">Continue with the rest</a>.</p>
      """ : nil
    return Page(
      title: "\(Self.verb(action)) jobs", section: .jobs,
      content: """
        <h1>\(Format.count(progress.done)) \(progress.done == 1 ? "job is" : "jobs are") \(done)</h1>
        \(rest)
        \(progress.failed == 0 ? nil : "<p>\(Format.count(progress.failed)) \(progress.failed == 1 ? "job was left as it is" : "jobs were left as they are"):</p>")
        \(progress.failed == 0 ? nil : UI.table("Problems", ["Job", "Problem"], rows, empty: ""))
        <p><a class="button" href="\(query.address("/jobs"))">Back to the list</a></p>
        """)
  }
}

/// The progress of a bulk action.
private struct BulkProgress {
  struct OutOfTime: Error {}

  let deadline: ContinuousClock.Instant
  var done = 0
  var failed = 0
  /// The first ones.
  var problems: [(id: JobID, problem: String)] = []
  var isOutOfTime = false

  init(deadline: ContinuousClock.Instant) { self.deadline = deadline }

  mutating func add(_ part: [(id: JobID, problem: String?)]) throws {
    for (id, problem) in part {
      guard let problem else {
        done += 1
        continue
      }
      failed += 1
      if problems.count < 20 { problems.append((id, problem)) }
    }
    if !part.isEmpty, ContinuousClock.now > deadline {
      isOutOfTime = true
      throw OutOfTime()
    }
  }
}
