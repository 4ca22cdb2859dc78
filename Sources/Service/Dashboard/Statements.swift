import Postgres

extension Dashboard {
  /// The statements of `Dashboard/SQL`, by their file names.
  enum Statements {
    static let tenantDepths = make(EmbeddedText.dashboard_tenant_depths_sql, "dashboard_tenant_depths")
    static let queueDepths = make(EmbeddedText.dashboard_queue_depths_sql, "dashboard_queue_depths")
    static let failureGroups = make(EmbeddedText.dashboard_failure_groups_sql, "dashboard_failure_groups")
    static let suggestions = make(EmbeddedText.dashboard_suggestions_sql, "dashboard_suggestions")
    static let payload = make(EmbeddedText.dashboard_payload_sql, "dashboard_payload")
    static let tenants = make(EmbeddedText.dashboard_tenants_sql, "dashboard_tenants")
    static let batches = make(EmbeddedText.dashboard_batches_sql, "dashboard_batches")
    static let workers = make(EmbeddedText.dashboard_workers_sql, "dashboard_workers")
    static let runningJobs = make(EmbeddedText.dashboard_running_jobs_sql, "dashboard_running_jobs")
    static let destinations = make(EmbeddedText.dashboard_destinations_sql, "dashboard_destinations")
    static let archiveTimestamp = make(EmbeddedText.dashboard_archive_timestamp_sql, "dashboard_archive_timestamp")
    static let archives = make(EmbeddedText.dashboard_archives_sql, "dashboard_archives")
    static let segments = make(EmbeddedText.dashboard_segments_sql, "dashboard_segments")
    static let policies = make(EmbeddedText.dashboard_policies_sql, "dashboard_policies")

    private static func make(_ text: String, _ name: String) -> Statement {
      Statement(text, name: name)
    }
  }
}

extension SessionStore {
  enum Statements {
    static let openSession: Statement = "select pressrun.open_session(decode($1, 'hex'), $2, $3, $4, $5, $6)"
    static let findSession: Statement =
      "select principal, name, tenants, permissions from pressrun.find_session(decode($1, 'hex'), $2)"
    static let closeSession: Statement = "select pressrun.close_session(decode($1, 'hex'))"
  }
}
