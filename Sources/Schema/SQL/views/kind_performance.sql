create or replace view pressrun.kind_performance as
select a.kind, a.span,
  count(*) filter (where a.outcome = 'completed') as completed,
  count(*) filter (where a.outcome in ('failed', 'expired', 'refused')) as failed,
  count(*) filter (where a.outcome = 'completed') / (extract(epoch from a.span) / 60)::double precision
    as completed_per_minute,
  percentile_cont(0.5) within group (order by extract(epoch from a.started_at - a.ready_at)::double precision)
    as queued_p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from a.started_at - a.ready_at)::double precision)
    as queued_p95_seconds,
  percentile_cont(0.5) within group (order by extract(epoch from a.finished_at - a.started_at)::double precision)
    as running_p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from a.finished_at - a.started_at)::double precision)
    as running_p95_seconds
from (
  -- One query for each period: the planner can estimate each, and skips those that a condition on span excludes.
  select interval '5 minutes' as span, r.* from pressrun.attempts r where r.finished_at >= now() - interval '5 minutes'
  union all
  select interval '1 hour', r.* from pressrun.attempts r where r.finished_at >= now() - interval '1 hour'
  union all
  select interval '1 day', r.* from pressrun.attempts r where r.finished_at >= now() - interval '1 day'
) a
where a.outcome <> 'released'
group by a.kind, a.span;
comment on view pressrun.kind_performance is 'Throughput and durations of each kind over the last 5 minutes, hour and day.';
comment on column pressrun.kind_performance.kind is 'Kind.';
comment on column pressrun.kind_performance.span is 'Length of the period, which ends now.';
comment on column pressrun.kind_performance.completed is 'Completed attempts.';
comment on column pressrun.kind_performance.failed is 'Attempts that failed, lost their lease or were refused.';
comment on column pressrun.kind_performance.completed_per_minute is 'Completed jobs per minute, averaged over the period.';
comment on column pressrun.kind_performance.queued_p50_seconds is 'Median time from ready to claimed.';
comment on column pressrun.kind_performance.queued_p95_seconds is '95th percentile of the time from ready to claimed.';
comment on column pressrun.kind_performance.running_p50_seconds is 'Median duration of attempts.';
comment on column pressrun.kind_performance.running_p95_seconds is '95th percentile of the duration of attempts.';
grant select on pressrun.kind_performance to pressrun_monitor;
