import JobQueue
import Web

extension Dashboard {
  /// The action against an alarm: the first step of its section in docs/operations.md, with the page where it is done.
  struct Remedy: Sendable {
    var text: String
    var link: HTML

    static func of(_ alarm: Alarm) -> Remedy {
      byAnchor[alarm.anchor] ?? Remedy(text: "See docs/operations.md.", link: "")
    }

    private static let byAnchor: [String: Remedy] = [
      "backlog": Remedy(
        text:
          "If workers are idle, a queue or tenant is paused or a limit has been reached. If all slots are busy, start workers, "
          + "or find the tenant with the backlog.",
        link: "<a href=\"/workers\">Workers</a> <a href=\"/tenants\">Tenants</a>"),
      "no-workers": Remedy(
        text:
          "Start workers; the journal of the last one says why it ended. A worker that cannot reach the database keeps trying.",
        link: "<a href=\"/workers\">Workers</a>"),
      "only-one-worker": Remedy(
        text: "Nothing is rendered when it ends or its machine fails. Start another one on a second machine.",
        link: "<a href=\"/workers\">Workers</a>"),
      "failures": Remedy(
        text: "Group the discarded jobs by error, remove the cause, then retry all that match.",
        link: "<a href=\"/jobs?state=discarded\">Discarded jobs</a>"),
      "deliveries-that-fail": Remedy(
        text:
          "Deliveries are tried again by themselves. Enable the queue to try at once, or after the receiver answered 410 Gone.",
        link: "<a href=\"/destinations\">Destinations</a>"),
      "rescues": Remedy(
        text:
          "Workers were killed, hung, or could not reach the database. Look for workers whose heartbeat is old, and for the "
          + "kernel's out-of-memory killer.", link: "<a href=\"/workers\">Workers</a>"),
      "fenced-writes": Remedy(
        text: "Workers wrote after their lease had expired; nothing was changed. If it happens often, raise --lease.",
        link: "<a href=\"/workers\">Workers</a>"),
      "old-snapshot": Remedy(
        text:
          "A transaction has been open for so long that tables grow. Find it in pg_stat_activity, and look for unused "
          + "replication slots and prepared transactions.", link: ""),
      "dead-rows": Remedy(
        text:
          "Autovacuum does not keep up. Check for an old snapshot first, then raise autovacuum_vacuum_cost_limit.",
        link: ""),
      "slow-documents": Remedy(
        text: "A template or a payload has grown. The job's page shows the milliseconds of each stage.",
        link: "<a href=\"/jobs?state=completed\">Jobs</a>"),
      "kinds-without-a-worker": Remedy(
        text:
          "Install the kind's file and templates where workers of its queue run, which notice them within seconds, or start a worker for the queue. The jobs stay ready.",
        link: "<a href=\"/jobs?state=available\">Ready jobs</a> <a href=\"/workers\">Workers</a>"),
      "workers-with-a-problem": Remedy(
        text:
          "A worker or relay cannot work, such as for a full disk. Remove the cause; it then continues automatically.",
        link: "<a href=\"/workers\">Workers</a>"),
      "different-fonts": Remedy(
        text: "The same job may make different pages. Install the same fonts and libraries on all machines.",
        link: "<a href=\"/workers\">Workers</a>"),
      "undelivered-documents": Remedy(
        text:
          "Relays are missing, or a destination has refused documents for long. Look at the errors of its deliveries.",
        link: "<a href=\"/destinations\">Destinations</a>"),
      "forgotten-pause": Remedy(
        text: "Nothing of it is claimed. Resume it, or cancel its jobs.",
        link: "<a href=\"/queues\">Queues</a> <a href=\"/tenants\">Tenants</a>"),
      "late-schedule": Remedy(
        text:
          "Workers enqueue the jobs of schedules: none runs, or the enqueue is refused. \"pressrun schedules list\" says why.",
        link: "<a href=\"/workers\">Workers</a>"),
      "late-timestamp": Remedy(
        text:
          "The timestamp authority of timestamps.yaml does not answer, or its answer is refused. Segments are kept; workers go on asking.",
        link: "<a href=\"/archives\">Archives</a>"),
      "kinds-with-mistakes": Remedy(
        text:
          "Run pressrun check where the worker runs, and correct the kind's file or its template; no restart is needed.",
        link: "<a href=\"/workers\">Workers</a>"),
      "documents-with-warnings": Remedy(
        text:
          "See pressrun.document_warnings. If the warnings began with a version of a template, pin the previous one.",
        link: "<a href=\"/jobs?state=completed\">Jobs</a>"),
    ]
  }
}
