-- Privileges of each role on the tables. Privileges on functions and views are granted in their files. The migrator leaves
-- out grants to roles that do not exist, and applies this file again when they do.

grant usage on schema pressrun to pressrun_producer;
grant usage on schema pressrun to pressrun_worker;
grant usage on schema pressrun to pressrun_relay;
grant usage on schema pressrun to pressrun_monitor;

-- `pressrun prune` shows the retention times.
grant select on pressrun.retention to pressrun_operator;
grant usage on schema pressrun to pressrun_compliance;
grant usage on schema pressrun to pressrun_registrar;
grant usage on schema pressrun to pressrun_operator;
grant usage on schema pressrun to pressrun_service;

grant select on
  pressrun.migrations, pressrun.kinds, pressrun.queues, pressrun.jobs, pressrun.artifacts, pressrun.attempts, pressrun.events,
  pressrun.workers, pressrun.limits, pressrun.batches, pressrun.schedules, pressrun.retention,
  pressrun.annotation_documents, pressrun.annotation_segments, pressrun.annotation_builds, pressrun.annotation_receipts,
  pressrun.annotation_updates, pressrun.annotation_timestamps, pressrun.base_indexes, pressrun.job_assets,
  pressrun.schema_objects, pressrun.schema_compatibility
to pressrun_worker;

grant select on
  pressrun.migrations, pressrun.schema_objects, pressrun.schema_compatibility, pressrun.kinds
to pressrun_relay;

-- pressrun_monitor must not read payloads.
grant select on
  pressrun.migrations, pressrun.schema_objects, pressrun.limits, pressrun.retention, pressrun.artifacts, pressrun.events,
  pressrun.statistics, pressrun.job_assets, pressrun.schema_compatibility, pressrun.due_timestamps
to pressrun_monitor;

-- What the HTTP service reads, besides views. Payloads are read through functions.
grant usage on schema pressrun to pressrun_service;
grant select on
  pressrun.migrations, pressrun.schema_objects, pressrun.jobs, pressrun.attempts, pressrun.kinds, pressrun.queues,
  pressrun.limits, pressrun.batches, pressrun.job_totals, pressrun.lanes, pressrun.statistics, pressrun.destinations,
  pressrun.policies, pressrun.policy_changes, pressrun.artifacts, pressrun.events,
  pressrun.annotation_documents, pressrun.annotation_segments, pressrun.annotation_builds, pressrun.annotation_receipts,
  pressrun.annotation_updates, pressrun.annotation_timestamps, pressrun.base_indexes, pressrun.job_assets,
  pressrun.schema_compatibility
to pressrun_service;

grant execute on function pressrun.lane_key to pressrun_worker;

grant select on pressrun.policies, pressrun.policy_changes, pressrun.kinds to pressrun_compliance;
