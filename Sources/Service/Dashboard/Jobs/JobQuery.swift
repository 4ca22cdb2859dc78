import Encodings
import FoundationEssentials
import JobQueue
import Web

extension Dashboard {
  /// The filter of the list of jobs, as an address and as a form state it. The list, the count, the bulk actions and
  /// the next page all use this one value.
  struct JobQuery: Sendable, Equatable {
    var states: [JobState] = []
    var kind: String?
    var tenant: String?
    var queue: String?
    var batch: String?
    var destination: String?
    var error: String?
    var key: String?
    var from: Date?
    var to: Date?

    /// - Throws: `Problem` with the field whose value is not understood.
    init(_ items: [QueryItem]) throws(Problem) {
      let form = Form(items: items)
      for name in items.filter({ $0.name == "state" && !$0.value.isEmpty }).map(\.value) {
        guard let state = JobState(rawValue: name) else {
          throw Problem(
            .invalidParameter, "expected one of \(JobState.allCases.map(\.rawValue).joined(separator: ", "))",
            field: "state")
        }
        if !states.contains(state) { states.append(state) }
      }
      kind = form["kind"]
      tenant = form["tenant"]
      queue = form["queue"]
      batch = form["batch"]
      destination = form["destination"]
      error = form["error"]
      key = form["key"]
      from = try Self.time(form["from"], "from")
      to = try Self.time(form["to"], "to")
    }

    /// The selection for a visitor.
    func selection(_ visitor: Visitor) -> JobSelection {
      JobSelection(
        states: states, kind: kind, tenant: tenant, scope: visitor.tenants.names, queue: queue, batch: batch,
        destination: destination, errorCode: error, enqueuedFrom: from, enqueuedTo: to, uniqueKey: key)
    }

    /// The names and values of the fields that are set.
    var items: [(name: String, value: String)] {
      var items = states.map { ("state", $0.rawValue) }
      for (name, value) in [
        ("kind", kind), ("tenant", tenant), ("queue", queue), ("batch", batch), ("destination", destination),
        ("error", error), ("key", key), ("from", from.map(Self.text)), ("to", to.map(Self.text)),
      ] {
        if let value { items.append((name, value)) }
      }
      return items
    }

    /// The address of a page with this filter.
    func address(_ path: String, _ more: [(String, String)] = []) -> String {
      let pairs = (items + more).map { "\($0.0)=\(PercentEncoding.encode($0.1))" }
      return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    }

    /// The filter in words, for the audit log.
    var description: String {
      items.isEmpty ? "all jobs" : items.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    /// A time as `datetime-local` fields have it, in UTC.
    static func text(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(16)) }

    /// `2026-11-22T12:30` in UTC, with or without seconds.
    private static func time(_ text: String?, _ name: String) throws(Problem) -> Date? {
      guard let text else { return nil }
      let complete = (text.count == 16 ? text + ":00" : text) + (text.hasSuffix("Z") ? "" : "Z")
      guard let date = try? Date(complete, strategy: .iso8601) else {
        throw Problem(.invalidParameter, "expected a time in UTC such as 2026-11-22T12:30", field: name)
      }
      return date
    }
  }
}
