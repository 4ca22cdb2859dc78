with spans (name, span) as (values ('5m', interval '5 minutes'), ('1h', interval '1 hour')),
performance as materialized (
  select p.*, s.name from pressrun.kind_performance p join spans s on s.span = p.span
  where p.span <= interval '1 hour' and p.kind not like 'deliver.%'
)
select 'pressrun_kind_attempts' as name, array['kind', p.kind, 'span', p.name, 'outcome', o.outcome] as labels,
  o.attempts::float8 as value
from performance p cross join lateral (values ('completed', p.completed), ('failed', p.failed)) o (outcome, attempts)
union all
select 'pressrun_kind_queued_seconds', array['kind', p.kind, 'span', p.name, 'quantile', q.quantile], q.seconds
from performance p
  cross join lateral (values ('0.5', p.queued_p50_seconds), ('0.95', p.queued_p95_seconds)) q (quantile, seconds)
union all
select 'pressrun_kind_running_seconds', array['kind', p.kind, 'span', p.name, 'quantile', q.quantile], q.seconds
from performance p
  cross join lateral (values ('0.5', p.running_p50_seconds), ('0.95', p.running_p95_seconds)) q (quantile, seconds)
