with ranked as (
  select q.*, row_number() over (order by q.available + q.running + q.waiting desc, q.queue) as rank
  from pressrun.queue_depth q
), depths as materialized (
  -- The number of queues is not limited: deliveries to each host have one.
  select case when rank <= 100 then queue else '(other)' end as queue, sum(available) as available,
    sum(running) as running, sum(waiting) as waiting, max(oldest_seconds) filter (where not paused) as oldest,
    bool_or(paused) as paused
  from ranked group by 1
)
select 'pressrun_queue_jobs' as name, array['queue', d.queue, 'state', s.state] as labels, s.jobs::float8 as value
from depths d cross join lateral (values
  ('available', d.available), ('running', d.running), ('waiting', d.waiting)) s (state, jobs)
union all
select 'pressrun_queue_oldest_job_seconds', array['queue', d.queue], coalesce(d.oldest, 0) from depths d
union all
select 'pressrun_queue_paused', array['queue', d.queue], d.paused::int from depths d
