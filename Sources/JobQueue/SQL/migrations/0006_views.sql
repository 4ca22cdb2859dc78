-- What is to be seen. These views are the interface of dashboards: columns are added, never changed.

create view pressrun.job_counts as
select kind, tenant, state, count(*) as jobs from pressrun.jobs group by kind, tenant, state;
comment on view pressrun.job_counts is 'How many jobs are in which state.';
comment on column pressrun.job_counts.kind is 'The kind of job.';
comment on column pressrun.job_counts.tenant is 'Whose jobs.';
comment on column pressrun.job_counts.state is
  'scheduled, available, running, retryable, completed, cancelled or discarded.';
comment on column pressrun.job_counts.jobs is 'How many.';

create view pressrun.queue_depth as
select q.name as queue,
  (select count(*) from pressrun.jobs j where j.state = 'available' and j.queue = q.name) as available,
  (select count(*) from pressrun.jobs j where j.state = 'running' and j.queue = q.name) as running,
  (select count(*) from pressrun.jobs j where j.state in ('scheduled', 'retryable') and j.queue = q.name) as waiting,
  (select extract(epoch from clock_timestamp() - min(j.run_at))::double precision
    from pressrun.jobs j where j.state = 'available' and j.queue = q.name) as oldest_seconds
from pressrun.queues q;
comment on view pressrun.queue_depth is 'What is left to do in each queue.';
comment on column pressrun.queue_depth.queue is 'The queue.';
comment on column pressrun.queue_depth.available is 'Jobs that are ready.';
comment on column pressrun.queue_depth.running is 'Jobs that a worker holds.';
comment on column pressrun.queue_depth.waiting is
  'Jobs whose time has not come, and failed ones that wait to be tried again.';
comment on column pressrun.queue_depth.oldest_seconds is
  'How long the oldest ready job has been ready; null where none is.';

create view pressrun.kind_performance as
select a.kind, w.span,
  count(*) filter (where a.outcome = 'completed') as completed,
  count(*) filter (where a.outcome in ('failed', 'expired', 'refused')) as failed,
  count(*) filter (where a.outcome = 'completed') / (extract(epoch from w.span) / 60)::double precision
    as completed_per_minute,
  percentile_cont(0.5) within group (order by extract(epoch from a.started_at - a.ready_at)::double precision)
    as queued_p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from a.started_at - a.ready_at)::double precision)
    as queued_p95_seconds,
  percentile_cont(0.5) within group (order by extract(epoch from a.finished_at - a.started_at)::double precision)
    as running_p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from a.finished_at - a.started_at)::double precision)
    as running_p95_seconds
from (values (interval '5 minutes'), (interval '1 hour'), (interval '1 day')) as w (span)
  join pressrun.attempts a on a.finished_at >= now() - w.span
where a.outcome <> 'released'
group by a.kind, w.span;
comment on view pressrun.kind_performance is
  'Throughput and durations of each kind over the last 5 minutes, hour and day.';
comment on column pressrun.kind_performance.kind is 'The kind of job.';
comment on column pressrun.kind_performance.span is 'The time up to now that the row speaks of.';
comment on column pressrun.kind_performance.completed is 'Attempts that completed a job.';
comment on column pressrun.kind_performance.failed is 'Attempts that failed, lost their lease or were refused.';
comment on column pressrun.kind_performance.completed_per_minute is
  'Completed jobs a minute, on average over the span.';
comment on column pressrun.kind_performance.queued_p50_seconds is
  'From ready to claimed: half the attempts waited no longer.';
comment on column pressrun.kind_performance.queued_p95_seconds is 'From ready to claimed: 95 % waited no longer.';
comment on column pressrun.kind_performance.running_p50_seconds is
  'From claimed to ended: half the attempts took no longer.';
comment on column pressrun.kind_performance.running_p95_seconds is 'From claimed to ended: 95 % took no longer.';

create view pressrun.failures as
select j.id as job_id, j.kind, j.tenant, j.state, j.attempt, j.max_attempts, j.run_at, j.finished_at,
  e.finished_at as failed_at, e.error_code, e.error_message
from pressrun.jobs j cross join lateral (
  select a.* from pressrun.attempts a
  where a.job_id = j.id and a.outcome in ('failed', 'expired', 'refused')
  order by a.lease desc limit 1
) e
where j.state in ('retryable', 'scheduled') or j.state = 'discarded';
comment on view pressrun.failures is
  'Jobs that failed and wait to be tried again, or were discarded, with their last error.';
comment on column pressrun.failures.job_id is 'The job.';
comment on column pressrun.failures.kind is 'Its kind.';
comment on column pressrun.failures.tenant is 'Whose job.';
comment on column pressrun.failures.state is 'retryable or discarded.';
comment on column pressrun.failures.attempt is 'Attempts so far.';
comment on column pressrun.failures.max_attempts is 'Attempts that it has.';
comment on column pressrun.failures.run_at is 'When a retryable job is tried again.';
comment on column pressrun.failures.finished_at is 'When it was discarded.';
comment on column pressrun.failures.failed_at is 'When the last failed attempt ended.';
comment on column pressrun.failures.error_code is 'Its error, for programs.';
comment on column pressrun.failures.error_message is 'Its error, for people.';

create view pressrun.job_attempts as
select a.job_id, a.lease, a.attempt, a.worker_id, a.kind, a.ready_at, a.started_at, a.finished_at,
  a.outcome, a.error_code, a.error_message, a.warnings, a.timings
from pressrun.attempts a
union all
select j.id, j.lease, j.attempt, j.claimed_by, j.kind, greatest(j.run_at, j.enqueued_at), j.claimed_at, null,
  null, null, null, null, null
from pressrun.jobs j where j.state = 'running';
comment on view pressrun.job_attempts is 'Every attempt, the running ones too, which have no end and no outcome.';
comment on column pressrun.job_attempts.job_id is 'The job.';
comment on column pressrun.job_attempts.lease is 'The lease it was claimed under; grows from one attempt to the next.';
comment on column pressrun.job_attempts.attempt is 'The number of the attempt; one that was given back does not count.';
comment on column pressrun.job_attempts.worker_id is 'Who made it.';
comment on column pressrun.job_attempts.kind is 'The kind of job.';
comment on column pressrun.job_attempts.ready_at is 'When the job was ready to be claimed.';
comment on column pressrun.job_attempts.started_at is 'When it was claimed.';
comment on column pressrun.job_attempts.finished_at is 'When the attempt ended.';
comment on column pressrun.job_attempts.outcome is 'completed, failed, expired, released, cancelled or refused.';
comment on column pressrun.job_attempts.error_code is 'The error, for programs.';
comment on column pressrun.job_attempts.error_message is 'The error, for people.';
comment on column pressrun.job_attempts.warnings is 'What went less than well.';
comment on column pressrun.job_attempts.timings is 'Milliseconds by stage.';

create view pressrun.job_overview as
select j.id as job_id, j.kind, j.queue, j.tenant, j.state, j.priority, j.attempt, j.max_attempts, j.destination,
  j.unique_key, j.cancel_requested, j.enqueued_at, j.run_at, j.claimed_at, j.finished_at, j.claimed_by as worker_id,
  f.error_code, f.error_message,
  a.sha256, a.bytes, a.media_type, a.pages, e.id as event_id
from pressrun.jobs j
  left join pressrun.artifacts a on a.job_id = j.id
  left join pressrun.events e on e.job_id = j.id and e.type = 'pressrun.job.completed'
  left join lateral (
    select t.error_code, t.error_message from pressrun.attempts t
    where t.job_id = j.id and t.outcome in ('failed', 'expired', 'refused')
    order by t.lease desc limit 1
  ) f on true;
comment on view pressrun.job_overview is 'Each job with its last error, its artifact and its completion event.';
comment on column pressrun.job_overview.job_id is 'The job.';
comment on column pressrun.job_overview.kind is 'Its kind.';
comment on column pressrun.job_overview.queue is 'The queue it waits in.';
comment on column pressrun.job_overview.tenant is 'Whose job.';
comment on column pressrun.job_overview.state is
  'scheduled, available, running, retryable, completed, cancelled or discarded.';
comment on column pressrun.job_overview.priority is 'Higher goes first.';
comment on column pressrun.job_overview.attempt is 'Attempts so far.';
comment on column pressrun.job_overview.max_attempts is 'Attempts that it has.';
comment on column pressrun.job_overview.destination is 'Where the artifact is to go; none where nowhere.';
comment on column pressrun.job_overview.unique_key is
  'While it is unfinished, no second job of its kind and tenant has this key.';
comment on column pressrun.job_overview.cancel_requested is 'Whether its worker was asked to stop.';
comment on column pressrun.job_overview.enqueued_at is 'When it was enqueued.';
comment on column pressrun.job_overview.run_at is 'Not to be claimed before.';
comment on column pressrun.job_overview.claimed_at is 'When it was last claimed.';
comment on column pressrun.job_overview.finished_at is 'When it came to its final state.';
comment on column pressrun.job_overview.worker_id is 'Who last claimed it.';
comment on column pressrun.job_overview.error_code is 'The error of the last attempt that failed, for programs.';
comment on column pressrun.job_overview.error_message is 'The same, for people.';
comment on column pressrun.job_overview.sha256 is 'The artifact''s address.';
comment on column pressrun.job_overview.bytes is 'The artifact''s length.';
comment on column pressrun.job_overview.media_type is 'The artifact''s media type.';
comment on column pressrun.job_overview.pages is 'The artifact''s pages.';
comment on column pressrun.job_overview.event_id is 'The completion event.';

create view pressrun.worker_status as
select w.id, w.host, w.pid, w.version, w.slots, w.running, w.queues, w.started_at, w.heartbeat_at,
  extract(epoch from clock_timestamp() - w.heartbeat_at)::double precision as heartbeat_age_seconds,
  (select count(*) from pressrun.jobs j where j.state = 'running' and j.claimed_by = w.id) as leases
from pressrun.workers w where w.stopped_at is null;
comment on view pressrun.worker_status is
  'Workers that did not sign off. A heartbeat much older than its interval means a dead one.';
comment on column pressrun.worker_status.id is 'The worker.';
comment on column pressrun.worker_status.host is 'The machine it runs on.';
comment on column pressrun.worker_status.pid is 'Its process there.';
comment on column pressrun.worker_status.version is 'Its version of Pressrun.';
comment on column pressrun.worker_status.slots is 'Jobs it can run at once.';
comment on column pressrun.worker_status.running is 'Jobs it ran at its last heartbeat.';
comment on column pressrun.worker_status.queues is 'Queues it serves; none means all.';
comment on column pressrun.worker_status.started_at is 'When it registered.';
comment on column pressrun.worker_status.heartbeat_at is 'Its last sign of life.';
comment on column pressrun.worker_status.heartbeat_age_seconds is 'How long ago that was.';
comment on column pressrun.worker_status.leases is 'Jobs it holds.';

-- For people outside: nothing here tells of a person, a document or a tenant.
create view pressrun.destination_counts as
select (e.time at time zone 'UTC')::date as day, e.destination_kind, count(*) as documents
from pressrun.events e where e.type = 'pressrun.job.completed'
group by 1, 2;
comment on view pressrun.destination_counts is
  'How many documents went to which kind of destination on which day. It names no person, document or tenant.';
comment on column pressrun.destination_counts.day is 'The day, in UTC.';
comment on column pressrun.destination_counts.destination_kind is 'email, print, folder, … or none. Never an address.';
comment on column pressrun.destination_counts.documents is 'How many.';
