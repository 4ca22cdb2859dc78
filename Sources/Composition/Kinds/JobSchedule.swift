import JSON

/// A periodic job in a kind's file. The queue parses the cron expression and the time zone.
package struct JobSchedule: Hashable, Sendable {
  package var name: String
  package var cron: String
  package var timeZone: String
  package var payload: JSONObject
  /// The tenant; nil for `default`.
  package var tenant: String?
  /// The destination; nil for the default of the kind.
  package var destination: String?
  /// The priority; nil for 0.
  package var priority: Int?
  /// The queue; nil for the queue of the kind.
  package var queue: String?

  /// - Throws: `kindFile`.
  static func all(_ yaml: YAMLFields?) throws(CompositionError) -> [JobSchedule] {
    guard let yaml else { return [] }
    var schedules: [JobSchedule] = []
    for name in yaml.keys {
      guard name.wholeMatch(of: /[A-Za-z0-9_.-]{1,100}/) != nil else {
        throw yaml.error("a schedule is named by letters, digits, '.', '_' and '-'", at: name)
      }
      guard let fields = try yaml.fields(name) else { continue }
      try fields.allow(only: ["cron", "time_zone", "payload", "tenant", "destination", "priority", "queue"])
      schedules.append(
        JobSchedule(
          name: name, cron: try fields.string("cron"), timeZone: try fields.optionalString("time_zone") ?? "UTC",
          payload: try fields.fields("payload")?.json() ?? JSONObject(), tenant: try fields.optionalString("tenant"),
          destination: try fields.optionalString("destination"),
          priority: try fields.integer("priority", in: -1_000_000...1_000_000),
          queue: try fields.optionalString("queue")))
    }
    return schedules
  }
}
