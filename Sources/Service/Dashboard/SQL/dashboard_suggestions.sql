select v.value from (
  select k.name as value from pressrun.kinds k where $1 = 'kind'
  union
  select t.tenant from pressrun.job_totals t where $1 = 'tenant'
  union
  select l.tenant from pressrun.lanes l where $1 = 'tenant'
  union
  select q.name from pressrun.queues q where $1 = 'queue' and $3::text[] is null
  union
  (select b.name from pressrun.batches b
    where $1 = 'batch' and ($3::text[] is null or b.tenant = any ($3::text[])) order by b.id desc limit 1000)
  union
  select d.endpoint from pressrun.destinations d where $1 = 'destination'
  union
  select e.error_code from (
    select j.id from pressrun.jobs j
    where $1 = 'error' and j.state = 'discarded' and ($3::text[] is null or j.tenant = any ($3::text[]))
    order by j.finished_at desc limit 500
  ) f cross join lateral (
    select a.error_code from pressrun.attempts a
    where a.job_id = f.id and a.outcome in ('failed', 'expired', 'refused') order by a.lease desc limit 1
  ) e
) v
where v.value is not null and ($1 <> 'tenant' or $3::text[] is null or v.value = any ($3::text[]))
  and position(lower($2::text) in lower(v.value)) > 0
order by not starts_with(lower(v.value), lower($2::text)), v.value limit 10
