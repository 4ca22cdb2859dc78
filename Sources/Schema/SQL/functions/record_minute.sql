create or replace function pressrun.record_minute(begins timestamptz, is_last boolean) returns void
language sql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with ended as materialized (
    select j.queue, a.kind, a.outcome,
      extract(epoch from a.started_at - a.ready_at)::double precision as queued,
      extract(epoch from a.finished_at - a.started_at)::double precision as running
    from pressrun.attempts a join pressrun.jobs j on j.id = a.job_id
    where a.finished_at >= begins and a.finished_at < begins + interval '1 minute'
      and a.outcome <> 'released'
  ), lost as materialized (
    select j.queue, j.kind from pressrun.jobs j
    where j.state = 'discarded' and j.finished_at >= begins and j.finished_at < begins + interval '1 minute'
  ), live as materialized (
    select l.* from pressrun.live_counts() l where is_last
  ), facts as (
    select e.queue, e.kind, e.outcome, e.queued, e.running, null::pressrun.job_state as state, null::bigint as jobs from ended e
    union all
    select l.queue, l.kind, null, null, null, 'discarded', 1 from lost l
    union all
    select l.queue, l.kind, null, null, null, l.state, l.jobs from live l
  ), sums as (
    select coalesce(f.queue, '*') as queue, coalesce(f.kind, case when f.is_delivery then 'deliver.*' else '*' end) as kind,
      coalesce(sum(f.jobs) filter (where f.state = 'available'), 0) as available,
      coalesce(sum(f.jobs) filter (where f.state = 'running'), 0) as running,
      coalesce(sum(f.jobs) filter (where f.state in ('scheduled', 'retryable')), 0) as waiting,
      count(*) filter (where f.outcome = 'completed') as completed,
      count(*) filter (where f.outcome in ('failed', 'expired', 'refused')) as failed,
      count(*) filter (where f.state = 'discarded') as discarded,
      percentile_cont(0.5) within group (order by f.queued) as queued_p50,
      percentile_cont(0.95) within group (order by f.queued) as queued_p95,
      percentile_cont(0.5) within group (order by f.running) as running_p50,
      percentile_cont(0.95) within group (order by f.running) as running_p95
    from (select g.*, g.kind like 'deliver.%' as is_delivery from facts g) f
    group by grouping sets ((f.queue, f.kind), (f.is_delivery))
  ), present as (
    select case when pressrun.serves_queue(w.queues, 'deliveries.*') then 'deliver.*' else '*' end as kind,
      count(*) as workers, sum(w.slots) as slots, sum(w.running) as busy
    from pressrun.workers w
    where w.stopped_at is null and w.heartbeat_at > clock_timestamp() - interval '1 minute' and is_last
    group by 1
  )
  insert into pressrun.statistics as s (
    seconds, at, queue, kind, available, running, waiting, completed, failed, discarded, queued_p50, queued_p95, running_p50,
    running_p95, workers, slots, busy)
  select 60, begins, u.queue, u.kind, u.available, u.running, u.waiting, u.completed, u.failed, u.discarded, u.queued_p50,
    u.queued_p95, u.running_p50, u.running_p95, case when u.queue = '*' and is_last then coalesce(p.workers, 0) end,
    case when u.queue = '*' and is_last then coalesce(p.slots, 0) end, case when u.queue = '*' and is_last then coalesce(p.busy, 0) end
  from (
    select s.* from sums s where s.kind is not null
    union all
    -- Both sums have a row in each minute.
    select '*', t.kind, 0, 0, 0, 0, 0, 0, null, null, null, null from unnest(array['*', 'deliver.*']) as t (kind)
    where not exists (select from sums s where s.queue = '*' and s.kind = t.kind)
  ) u left join present p on u.queue = '*' and p.kind = u.kind
  on conflict (seconds, queue, kind, at) do nothing
$$;
comment on function pressrun.record_minute is
  'Records the statistics of one minute. Numbers of unfinished jobs and of workers are those of now, and are recorded for the last '
  'minute only. Reads the attempts of the minute, and no other finished jobs.';
