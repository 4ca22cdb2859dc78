-- What is to be seen, without reading finished jobs: columns are added, never changed.

create function pressrun.live_counts()
returns table (
  queue text, kind text, tenant text, state pressrun.job_state, jobs bigint, oldest timestamptz
)
language sql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.run_at)
  from pressrun.jobs j where j.state = 'available' group by j.queue, j.kind, j.tenant, j.state
  union all
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.claimed_at)
  from pressrun.jobs j where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
  group by j.queue, j.kind, j.tenant, j.state
  union all
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.run_at)
  from pressrun.jobs j where j.state in ('scheduled', 'retryable') group by j.queue, j.kind, j.tenant, j.state
$$;
comment on function pressrun.live_counts is
  'Jobs that are not in a final state, counted through the partial indexes; oldest is when the first became due, or was '
  'claimed.';

create or replace view pressrun.job_counts as
select l.kind, l.tenant, l.state, sum(l.jobs)::bigint as jobs from pressrun.live_counts() l
group by l.kind, l.tenant, l.state
union all
select f.kind, f.tenant, f.state, sum(f.jobs)::bigint from (
  select t.kind, t.tenant, t.state, t.jobs from pressrun.totals t
  union all
  select y.kind, y.tenant, y.state, y.jobs from pressrun.tallies y where y.state is not null
) f
group by f.kind, f.tenant, f.state having sum(f.jobs) <> 0;

create or replace view pressrun.queue_depth as
select q.name as queue,
  coalesce(sum(l.jobs) filter (where l.state = 'available'), 0)::bigint as available,
  coalesce(sum(l.jobs) filter (where l.state = 'running'), 0)::bigint as running,
  coalesce(sum(l.jobs) filter (where l.state in ('scheduled', 'retryable')), 0)::bigint as waiting,
  extract(epoch from clock_timestamp() - min(l.oldest) filter (where l.state = 'available'))::double precision
    as oldest_seconds,
  coalesce(bool_or(m.paused), false) as paused,
  min(m.max_running) as max_running,
  min(m.max_depth) as max_depth
from pressrun.queues q
  left join pressrun.live_counts() l on l.queue = q.name
  left join pressrun.limits m on m.scope = 'queue' and m.name = q.name
group by q.name;
comment on column pressrun.queue_depth.paused is 'Whether nothing more of it is claimed.';
comment on column pressrun.queue_depth.max_running is 'Jobs that may run at once; null for any number.';
comment on column pressrun.queue_depth.max_depth is 'Ready jobs beyond which enqueue is refused; null for any number.';

create view pressrun.tenant_depth as
select l.queue, l.tenant,
  coalesce(sum(l.jobs) filter (where l.state = 'available'), 0)::bigint as available,
  coalesce(sum(l.jobs) filter (where l.state = 'running'), 0)::bigint as running,
  coalesce(sum(l.jobs) filter (where l.state in ('scheduled', 'retryable')), 0)::bigint as waiting,
  extract(epoch from clock_timestamp() - min(l.oldest) filter (where l.state = 'available'))::double precision
    as oldest_seconds,
  coalesce(bool_or(m.paused), false) as paused,
  min(m.max_running) as max_running,
  min(m.rate) as rate
from pressrun.live_counts() l
  left join pressrun.limits m on m.scope = 'tenant' and m.name = l.tenant
group by l.queue, l.tenant;
comment on view pressrun.tenant_depth is 'What is left to do of each tenant in each queue.';
comment on column pressrun.tenant_depth.queue is 'The queue.';
comment on column pressrun.tenant_depth.tenant is 'Whose jobs.';
comment on column pressrun.tenant_depth.available is 'Jobs that are ready.';
comment on column pressrun.tenant_depth.running is 'Jobs that a worker holds.';
comment on column pressrun.tenant_depth.waiting is 'Jobs whose time has not come, and failed ones to be tried again.';
comment on column pressrun.tenant_depth.oldest_seconds is 'How long the oldest ready job has been ready.';
comment on column pressrun.tenant_depth.paused is 'Whether nothing more of the tenant is claimed.';
comment on column pressrun.tenant_depth.max_running is 'Jobs of the tenant that may run at once, in all queues.';
comment on column pressrun.tenant_depth.rate is 'Claims a second that the tenant may have on average.';

create or replace view pressrun.worker_status as
select w.id, w.host, w.pid, w.version, w.slots, w.running, w.queues, w.started_at, w.heartbeat_at,
  extract(epoch from clock_timestamp() - w.heartbeat_at)::double precision as heartbeat_age_seconds,
  coalesce(h.leases, 0) as leases
from pressrun.workers w left join (
  select j.claimed_by, count(*) as leases from pressrun.jobs j
  where j.state = 'running' and j.claim_xid >= pressrun.running_floor() group by j.claimed_by
) h on h.claimed_by = w.id
where w.stopped_at is null;

create or replace view pressrun.job_overview as
select j.id as job_id, j.kind, j.queue, j.tenant, j.state, j.priority, j.attempt, j.max_attempts, j.destination,
  j.unique_key, j.cancel_requested, j.enqueued_at, j.run_at, j.claimed_at, j.finished_at, j.claimed_by as worker_id,
  f.error_code, f.error_message,
  a.sha256, a.bytes, a.media_type, a.pages, e.id as event_id,
  j.batch_id, b.name as batch, j.pages_done
from pressrun.jobs j
  left join pressrun.artifacts a on a.job_id = j.id
  left join pressrun.events e on e.job_id = j.id and e.type = 'pressrun.job.completed'
  left join pressrun.batches b on b.id = j.batch_id
  left join lateral (
    select t.error_code, t.error_message from pressrun.attempts t
    where t.job_id = j.id and t.outcome in ('failed', 'expired', 'refused')
    order by t.lease desc limit 1
  ) f on true;
comment on column pressrun.job_overview.batch_id is 'The batch it belongs to.';
comment on column pressrun.job_overview.batch is 'The batch''s name.';
comment on column pressrun.job_overview.pages_done is 'Pages set so far in this attempt, as the last heartbeat told.';

create view pressrun.batch_status as
select b.id as batch_id, b.tenant, b.name, b.held, b.created_at, b.completed_at,
  b.jobs + coalesce(t.jobs, 0) as jobs, b.completed + coalesce(t.completed, 0) as completed,
  b.discarded + coalesce(t.discarded, 0) as discarded, b.cancelled + coalesce(t.cancelled, 0) as cancelled
from pressrun.batches b left join (
  select y.batch_id, sum(y.jobs) filter (where y.state is null) as jobs,
    sum(y.jobs) filter (where y.state = 'completed') as completed,
    sum(y.jobs) filter (where y.state = 'discarded') as discarded,
    sum(y.jobs) filter (where y.state = 'cancelled') as cancelled
  from pressrun.tallies y where y.batch_id is not null group by y.batch_id
) t on t.batch_id = b.id;
comment on view pressrun.batch_status is 'Batches, and how far each has got.';
comment on column pressrun.batch_status.batch_id is 'The batch.';
comment on column pressrun.batch_status.tenant is 'Whose batch.';
comment on column pressrun.batch_status.name is 'Its name, of which each tenant has one.';
comment on column pressrun.batch_status.held is 'Whether jobs are still to be added.';
comment on column pressrun.batch_status.created_at is 'When it was made.';
comment on column pressrun.batch_status.completed_at is 'When all its jobs were found finished, and its event was written.';
comment on column pressrun.batch_status.jobs is 'Its jobs.';
comment on column pressrun.batch_status.completed is 'Those that are completed.';
comment on column pressrun.batch_status.discarded is 'Those that are discarded.';
comment on column pressrun.batch_status.cancelled is 'Those that are cancelled.';

create function pressrun.oldest_snapshot_seconds() returns double precision
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select greatest(
    coalesce((select max(extract(epoch from clock_timestamp() - coalesce(a.xact_start, a.query_start)))
      from pg_stat_activity a where a.backend_xmin is not null and a.pid <> pg_backend_pid()), 0),
    coalesce((select max(extract(epoch from clock_timestamp() - p.prepared)) from pg_prepared_xacts p), 0)
  )::double precision
$$;

create view pressrun.table_health as
select s.relname::text as table_name, s.n_live_tup as live_rows, s.n_dead_tup as dead_rows,
  s.last_autovacuum, pg_table_size(s.relid) as table_bytes, pg_indexes_size(s.relid) as index_bytes
from pg_stat_user_tables s where s.schemaname = 'pressrun';
comment on view pressrun.table_health is 'Rows, dead rows and sizes of the queue''s tables, as the statistics have them.';
comment on column pressrun.table_health.table_name is 'The table.';
comment on column pressrun.table_health.live_rows is 'Rows, about.';
comment on column pressrun.table_health.dead_rows is 'Versions of rows that vacuum has still to remove, about.';
comment on column pressrun.table_health.last_autovacuum is 'When autovacuum last went through it.';
comment on column pressrun.table_health.table_bytes is 'Bytes of the table, what is stored beside it included.';
comment on column pressrun.table_health.index_bytes is 'Bytes of its indexes.';

create view pressrun.queue_health as
select pressrun.oldest_snapshot_seconds() as oldest_snapshot_seconds,
  (select coalesce(sum(t.dead_rows), 0)::bigint from pressrun.table_health t) as dead_rows,
  coalesce(sum(i.count) filter (where i.what = 'rescued' and i.at > now() - interval '1 hour'), 0)::bigint
    as rescued_last_hour,
  coalesce(sum(i.count) filter (where i.what = 'rescued'), 0)::bigint as rescued_last_day,
  coalesce(sum(i.count) filter (where i.what = 'fenced' and i.at > now() - interval '1 hour'), 0)::bigint
    as fenced_last_hour,
  coalesce(sum(i.count) filter (where i.what = 'fenced'), 0)::bigint as fenced_last_day
from pressrun.incidents i where i.at > now() - interval '1 day';
comment on view pressrun.queue_health is 'What the queue suffers from, in one row.';
comment on column pressrun.queue_health.oldest_snapshot_seconds is
  'Age of the oldest transaction whose snapshot keeps dead rows from being removed; 0 where there is none.';
comment on column pressrun.queue_health.dead_rows is 'Dead rows in all tables of the queue, about.';
comment on column pressrun.queue_health.rescued_last_hour is 'Leases that ran out.';
comment on column pressrun.queue_health.rescued_last_day is 'Leases that ran out.';
comment on column pressrun.queue_health.fenced_last_hour is 'Writes that named an old lease and changed nothing.';
comment on column pressrun.queue_health.fenced_last_day is 'Writes that named an old lease and changed nothing.';

create function pressrun.pending(queues text[], soon interval)
returns table (
  available bigint, running bigint, waiting bigint, later bigint, next_due timestamptz, now timestamptz
)
language sql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
  with held as (
    select count(*) as jobs, min(j.lease_expires_at) as next from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
      and (cardinality(queues) = 0 or j.queue = any (queues))
  ), due as (
    select count(*) filter (where j.state = 'retryable' or j.run_at <= clock_timestamp() + soon) as soon,
      count(*) filter (where j.state = 'scheduled' and j.run_at > clock_timestamp() + soon) as later, min(j.run_at) as next
    from pressrun.jobs j
    where j.state in ('scheduled', 'retryable') and (cardinality(queues) = 0 or j.queue = any (queues))
  )
  select
    (select count(*) from pressrun.jobs j
      where j.state = 'available' and (cardinality(queues) = 0 or j.queue = any (queues))),
    held.jobs, due.soon, due.later, least(held.next, due.next), clock_timestamp()
  from held, due
$$;
comment on function pressrun.pending is
  'What is not in a final state: later are jobs scheduled for a time further off than soon, which waiting leaves out.';
