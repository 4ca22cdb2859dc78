import Postgres

extension Statement {
  /// A statement from `SQL/statements`, which the build puts into the binary.
  init(_ bytes: [UInt8], _ name: String) {
    self.init(String(decoding: bytes, as: UTF8.self), name: name)
  }
}

/// The statements of `SQL/statements`, by their file names.
enum Statements {
  static let migrationsPresent = Statement(PackageResources.migrations_present_sql, "migrations_present")
  static let migrationsBootstrap = Statement(PackageResources.migrations_bootstrap_sql, "migrations_bootstrap")
  static let migrationsApplied = Statement(PackageResources.migrations_applied_sql, "migrations_applied")
  static let migrationsRecord = Statement(PackageResources.migrations_record_sql, "migrations_record")
  static let migrationsChecksum = Statement(PackageResources.migrations_checksum_sql, "migrations_checksum")
  static let migrationsLock = Statement(PackageResources.migrations_lock_sql, "migrations_lock")
  static let registerKind = Statement(PackageResources.register_kind_sql, "register_kind")
  static let enqueue = Statement(PackageResources.enqueue_sql, "enqueue")
  static let enqueueMany = Statement(PackageResources.enqueue_many_sql, "enqueue_many")
  static let registerWorker = Statement(PackageResources.register_worker_sql, "register_worker")
  static let unregisterWorker = Statement(PackageResources.unregister_worker_sql, "unregister_worker")
  static let claim = Statement(PackageResources.claim_sql, "claim")
  static let heartbeat = Statement(PackageResources.heartbeat_sql, "heartbeat")
  static let complete = Statement(PackageResources.complete_sql, "complete")
  static let fail = Statement(PackageResources.fail_sql, "fail")
  static let release = Statement(PackageResources.release_sql, "release")
  static let finishCancelled = Statement(PackageResources.finish_cancelled_sql, "finish_cancelled")
  static let snooze = Statement(PackageResources.snooze_sql, "snooze")
  static let upkeep = Statement(PackageResources.upkeep_sql, "upkeep")
  static let setLimits = Statement(PackageResources.set_limits_sql, "set_limits")
  static let setPaused = Statement(PackageResources.set_paused_sql, "set_paused")
  static let limits = Statement(PackageResources.limits_sql, "limits")
  static let openBatch = Statement(PackageResources.open_batch_sql, "open_batch")
  static let closeBatch = Statement(PackageResources.close_batch_sql, "close_batch")
  static let batch = Statement(PackageResources.batch_sql, "batch")
  static let rescue = Statement(PackageResources.rescue_sql, "rescue")
  static let cancel = Statement(PackageResources.cancel_sql, "cancel")
  static let retry = Statement(PackageResources.retry_sql, "retry")
  static let pending = Statement(PackageResources.pending_sql, "pending")
  static let jobs = Statement(PackageResources.jobs_sql, "jobs")
  static let jobsByID = Statement(PackageResources.jobs_by_id_sql, "jobs_by_id")
  static let jobAttempts = Statement(PackageResources.job_attempts_sql, "job_attempts")
  static let jobArtifact = Statement(PackageResources.job_artifact_sql, "job_artifact")
  static let jobEvents = Statement(PackageResources.job_events_sql, "job_events")
  static let events = Statement(PackageResources.events_sql, "events")
  static let jobCounts = Statement(PackageResources.job_counts_sql, "job_counts")
  static let queueDepth = Statement(PackageResources.queue_depth_sql, "queue_depth")
  static let workerStatus = Statement(PackageResources.worker_status_sql, "worker_status")
  static let policy = Statement(PackageResources.policy_sql, "policy")
  static let registerDocument = Statement(PackageResources.register_document_sql, "register_document")
  static let documents = Statement(PackageResources.documents_sql, "documents")
  static let addSegment = Statement(PackageResources.add_segment_sql, "add_segment")
  static let segments = Statement(PackageResources.segments_sql, "segments")
  static let recordBuild = Statement(PackageResources.record_build_sql, "record_build")
  static let builds = Statement(PackageResources.builds_sql, "builds")
  static let setPolicy = Statement(PackageResources.set_policy_sql, "set_policy")
}
