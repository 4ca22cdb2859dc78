/// The files of `SQL/`, which the build embeds: the only list of them. A test compares it with the folders.
///
/// The build names the constant of a file after it, with `_` for a digit at the beginning.
package enum SchemaFiles {
  /// Creates what the migrator needs.
  static let bootstrap = text(PackageResources.bootstrap_sql)

  /// Creates the roles that are missing.
  static let roles = text(PackageResources.roles_sql)

  /// Upgrades a database from the migrations that preceded the baseline.
  static let upgrade = text(PackageResources._029_to_baseline_sql)

  /// In order.
  package static let migrations = [
    Migration(1, "baseline", script: text(PackageResources._001_baseline_sql)),
    Migration(3, "policies_and_tenants", script: text(PackageResources._003_policies_and_tenants_sql)),
  ]

  package static let objects = (functions + views).compactMap { SchemaObject(script: text($0)) } + [grants]

  private static let grants = SchemaObject(.grants, "grants", text(PackageResources.grants_sql))

  private static let functions: [[UInt8]] = [
    PackageResources.acquire_task_sql,
    PackageResources.add_counter_delta_sql,
    PackageResources.add_segment_sql,
    PackageResources.advance_lane_sql,
    PackageResources.announce_ready_job_sql,
    PackageResources.apply_counter_deltas_sql,
    PackageResources.available_tokens_sql,
    PackageResources.backoff_sql,
    PackageResources.cancel_sql,
    PackageResources.cancel_matching_sql,
    PackageResources.check_depth_sql,
    PackageResources.check_destination_sql,
    PackageResources.check_payload_sql,
    PackageResources.check_rules_sql,
    PackageResources.check_scope_sql,
    PackageResources.check_tenant_sql,
    PackageResources.claim_sql,
    PackageResources.claim_from_lanes_sql,
    PackageResources.claim_round_robin_sql,
    PackageResources.close_batch_sql,
    PackageResources.close_lanes_sql,
    PackageResources.complete_many_sql,
    PackageResources.count_ready_jobs_sql,
    PackageResources.count_ready_jobs_of_sql,
    PackageResources.depth_count_lifetime_sql,
    PackageResources.destination_endpoint_sql,
    PackageResources.destination_kinds_sql,
    PackageResources.destination_problem_sql,
    PackageResources.destination_refusal_sql,
    PackageResources.end_attempt_sql,
    PackageResources.end_attempts_sql,
    PackageResources.enqueue_sql,
    PackageResources.enqueue_many_sql,
    PackageResources.enqueue_one_sql,
    PackageResources.enqueue_uncached_sql,
    PackageResources.event_record_sql,
    PackageResources.events_after_sql,
    PackageResources.fail_sql,
    PackageResources.find_or_create_batch_sql,
    PackageResources.finish_cancelled_sql,
    PackageResources.heartbeat_sql,
    PackageResources.invalidate_enqueue_cache_sql,
    PackageResources.invalidate_enqueue_cache_on_change_sql,
    PackageResources.is_prunable_sql,
    PackageResources.live_counts_sql,
    PackageResources.lock_tenant_capacity_sql,
    PackageResources.maintain_sql,
    PackageResources.matching_jobs_sql,
    PackageResources.next_cron_time_sql,
    PackageResources.notify_workers_sql,
    PackageResources.oldest_running_claim_sql,
    PackageResources.oldest_snapshot_seconds_sql,
    PackageResources.open_batch_sql,
    PackageResources.open_lanes_sql,
    PackageResources.parse_cron_field_sql,
    PackageResources.pause_schedule_sql,
    PackageResources.pending_sql,
    PackageResources.prepare_job_sql,
    PackageResources.prepare_many_sql,
    PackageResources.promote_due_jobs_sql,
    PackageResources.prune_sql,
    PackageResources.prune_due_sql,
    PackageResources.prune_preview_sql,
    PackageResources.read_capacity_sql,
    PackageResources.record_build_sql,
    PackageResources.record_fenced_writes_sql,
    PackageResources.refresh_depth_count_sql,
    PackageResources.refresh_depth_counts_sql,
    PackageResources.refuse_change_sql,
    PackageResources.register_destinations_sql,
    PackageResources.register_document_sql,
    PackageResources.register_kind_sql,
    PackageResources.register_schedules_sql,
    PackageResources.register_worker_sql,
    PackageResources.release_sql,
    PackageResources.remove_schedule_sql,
    PackageResources.reopen_lanes_sql,
    PackageResources.request_lane_sql,
    PackageResources.rescue_sql,
    PackageResources.retry_sql,
    PackageResources.retry_matching_sql,
    PackageResources.rule_matches_sql,
    PackageResources.rule_problem_sql,
    PackageResources.rules_refusal_sql,
    PackageResources.run_schedules_sql,
    PackageResources.segment_metadata_sql,
    PackageResources.set_lane_closing_sql,
    PackageResources.set_limits_sql,
    PackageResources.set_paused_sql,
    PackageResources.set_policy_sql,
    PackageResources.set_retention_sql,
    PackageResources.sign_cached_enqueue_sql,
    PackageResources.snooze_sql,
    PackageResources.subtract_capacity_sql,
    PackageResources.unique_key_holder_sql,
    PackageResources.unreferenced_sql,
    PackageResources.unregister_worker_sql,
    PackageResources.write_attempt_sql,
    PackageResources.write_event_sql,
  ]

  private static let views: [[UInt8]] = [
    PackageResources.annotation_overview_sql,
    PackageResources.batch_status_sql,
    PackageResources.destination_counts_sql,
    PackageResources.failures_sql,
    PackageResources.job_attempts_sql,
    PackageResources.job_counts_sql,
    PackageResources.job_overview_sql,
    PackageResources.kind_performance_sql,
    PackageResources.queue_depth_sql,
    PackageResources.queue_health_sql,
    PackageResources.schedule_status_sql,
    PackageResources.table_health_sql,
    PackageResources.tenant_depth_sql,
    PackageResources.worker_status_sql,
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
