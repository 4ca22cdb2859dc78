with last_minute as materialized (
  select s.kind, sum(s.completed) as completed, sum(s.failed) as failed, max(s.queued_p50) as queued_p50,
    max(s.queued_p95) as queued_p95, max(s.running_p50) as running_p50, max(s.running_p95) as running_p95
  from pressrun.statistics s
  where s.seconds = 60 and s.queue <> '*' and s.kind not like 'deliver.%'
    and s.at = (select max(l.at) from pressrun.statistics l where l.seconds = 60)
  group by s.kind
)
select 'pressrun_kind_attempts' as name, array['kind', m.kind, 'outcome', o.outcome] as labels, o.attempts::float8 as value
from last_minute m cross join lateral (values ('completed', m.completed), ('failed', m.failed)) o (outcome, attempts)
union all
select 'pressrun_kind_queued_seconds', array['kind', m.kind, 'percentile', q.percentile], q.seconds
from last_minute m cross join lateral (values ('50', m.queued_p50), ('95', m.queued_p95)) q (percentile, seconds)
where q.seconds is not null
union all
select 'pressrun_kind_running_seconds', array['kind', m.kind, 'percentile', q.percentile], q.seconds
from last_minute m cross join lateral (values ('50', m.running_p50), ('95', m.running_p95)) q (percentile, seconds)
where q.seconds is not null
