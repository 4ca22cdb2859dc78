select f.kind, coalesce(f.error_code, ''), count(*), max(f.finished_at), max(f.id),
  coalesce((array_agg(f.error_message order by f.id desc))[1], '')
from (
  select j.id, j.kind, j.finished_at, e.error_code, e.error_message
  from (
    -- Bounds the work after an incident.
    select d.id, d.kind, d.finished_at from pressrun.jobs d
    where d.state = 'discarded' and d.finished_at > now() - interval '1 day'
      and ($1::text[] is null or d.tenant = any ($1::text[]))
    order by d.finished_at desc limit 500
  ) j
    left join lateral (
      select a.error_code, left(a.error_message, 200) as error_message from pressrun.attempts a
      where a.job_id = j.id and a.outcome in ('failed', 'expired', 'refused') order by a.lease desc limit 1
    ) e on true
) f
group by f.kind, f.error_code
order by count(*) desc, f.kind limit 8
