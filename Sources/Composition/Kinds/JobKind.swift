import JSON

/// One kind of job: which composer and template make its document, and how its jobs run. One file in `Jobs/` each.
package struct JobKind: Sendable {
  package var name: String
  package var composer: Composer
  /// The folder of its template; nil for kinds that have none.
  package var templateFolder: String?
  package var pageSize: PaperSize
  /// Its PDFs tell their structure.
  package var isTagged = false
  package var queue: String
  package var retry: Retry
  /// How long one rendering may take.
  package var timeout: Duration
  /// How much memory a renderer may use for it, bytes.
  package var memory: Int
  package var destinations: Destinations
  /// What the payload's fields hold, for kinds whose composer does not know by itself.
  package var fields: FieldTypes
  /// Members that a payload takes where it has none of its own.
  package var defaults: JSONObject
  /// Its periodic jobs.
  package var schedules: [JobSchedule]

  /// What turns a payload into a document.
  package enum Composer: String, CaseIterable, Sendable { case note, invoice, html, archive }

  /// How often a job is tried, and how long it waits in between: `backoff` doubled after each attempt, up to
  /// `maximumBackoff`.
  package struct Retry: Hashable, Sendable {
    package var attempts = 5
    package var backoff = Duration.seconds(5)
    package var maximumBackoff = Duration.seconds(600)
    package init() {}
  }

  /// Where documents of this kind may go, by the destination's name without its address.
  package struct Destinations: Hashable, Sendable {
    /// Nil for anywhere that the tenant's policy lets them.
    package var allowed: Set<String>?
    /// For jobs that name none.
    package var standard: String?
    package init() {}

    /// - Parameter destination: `email:pm@fund.example`, `print`.
    package func allows(_ destination: String) -> Bool {
      guard let allowed else { return true }
      return allowed.contains(String(destination.prefix { $0 != ":" }))
    }
  }
}
