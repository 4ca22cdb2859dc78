create or replace view pressrun.job_overview as
select j.id as job_id, j.kind, j.queue, j.tenant, j.state, j.priority, j.attempt, j.max_attempts, j.destination,
  j.unique_key, j.cancel_requested, j.enqueued_at, j.run_at, j.claimed_at, j.finished_at, j.claimed_by as worker_id,
  f.error_code, f.error_message,
  a.sha256, a.bytes, a.media_type, a.pages, e.id as event_id,
  j.batch_id, b.name as batch, j.pages_done, j.traceparent, v.sha256 as template
from pressrun.jobs j
  left join pressrun.artifacts a on a.job_id = j.id and a.position = 1
  left join pressrun.events e on e.job_id = j.id and e.type = 'pressrun.job.completed'
  left join pressrun.batches b on b.id = j.batch_id
  left join pressrun.template_versions v on v.id = j.template
  left join lateral (
    select t.error_code, t.error_message from pressrun.attempts t
    where t.job_id = j.id and t.outcome in ('failed', 'expired', 'refused')
    order by t.lease desc limit 1
  ) f on true;
comment on view pressrun.job_overview is 'Each job with its last error, its artifact and its completion event.';
comment on column pressrun.job_overview.job_id is 'Job.';
comment on column pressrun.job_overview.kind is 'Kind.';
comment on column pressrun.job_overview.queue is 'Queue.';
comment on column pressrun.job_overview.tenant is 'Tenant.';
comment on column pressrun.job_overview.state is
  'scheduled, available, running, retryable, completed, cancelled or discarded.';
comment on column pressrun.job_overview.priority is 'Higher first.';
comment on column pressrun.job_overview.attempt is 'Attempts so far.';
comment on column pressrun.job_overview.max_attempts is 'Maximum number of attempts.';
comment on column pressrun.job_overview.destination is 'Destination of the artifact, or none.';
comment on column pressrun.job_overview.unique_key is 'Unique key: no other unfinished job of the kind and tenant has it.';
comment on column pressrun.job_overview.cancel_requested is 'Whether the worker was asked to stop.';
comment on column pressrun.job_overview.enqueued_at is 'When the job was enqueued.';
comment on column pressrun.job_overview.run_at is 'Earliest start.';
comment on column pressrun.job_overview.claimed_at is 'When the job was last claimed.';
comment on column pressrun.job_overview.finished_at is 'When the job entered its final state.';
comment on column pressrun.job_overview.worker_id is 'Worker that last claimed the job.';
comment on column pressrun.job_overview.error_code is 'Error of the last failed attempt, for programs.';
comment on column pressrun.job_overview.error_message is 'Error of the last failed attempt, for people.';
comment on column pressrun.job_overview.sha256 is 'SHA-256 of the artifact.';
comment on column pressrun.job_overview.bytes is 'Length of the artifact.';
comment on column pressrun.job_overview.media_type is 'Media type of the artifact.';
comment on column pressrun.job_overview.pages is 'Number of pages.';
comment on column pressrun.job_overview.event_id is 'Completion event.';
comment on column pressrun.job_overview.batch_id is 'Batch.';
comment on column pressrun.job_overview.batch is 'Name of the batch.';
comment on column pressrun.job_overview.pages_done is 'Finished pages of this attempt, as of the last heartbeat.';
comment on column pressrun.job_overview.traceparent is 'Trace context of the request that enqueued the job; null if it had none.';
comment on column pressrun.job_overview.template is
  'Version of the kind and its template with which it is rendered; null before the first attempt.';
grant select on pressrun.job_overview to pressrun_monitor;
grant select on pressrun.job_overview to pressrun_worker;
grant select on pressrun.job_overview to pressrun_service;
