with totals as (
  select t.tenant, sum(t.jobs) filter (where t.state = 'completed') as completed,
    sum(t.jobs) filter (where t.state = 'discarded') as discarded
  from pressrun.job_totals t where ($1::text[] is null or t.tenant = any ($1::text[])) group by t.tenant
), live as (
  select d.tenant, sum(d.available) as available, sum(d.running) as running, sum(d.waiting) as waiting,
    max(d.oldest_seconds) as oldest_seconds
  from pressrun.tenant_depth d where ($1::text[] is null or d.tenant = any ($1::text[])) group by d.tenant
), limited as (
  select l.* from pressrun.limits l where l.scope = 'tenant' and ($1::text[] is null or l.name = any ($1::text[]))
), names as (
  select t.tenant from totals t union select l.tenant from live l union select m.name from limited m
)
select n.tenant, coalesce(l.available, 0)::bigint as available, coalesce(l.running, 0)::bigint as running,
  coalesce(l.waiting, 0)::bigint as waiting, l.oldest_seconds, coalesce(t.completed, 0)::bigint as completed,
  coalesce(t.discarded, 0)::bigint as discarded, coalesce(m.paused, false) as paused, m.max_running, m.rate, m.burst,
  exists (select from pressrun.policies p where p.tenant = n.tenant) as has_policy
from names n left join totals t using (tenant) left join live l using (tenant) left join limited m on m.name = n.tenant
order by l.oldest_seconds desc nulls last, n.tenant
limit 1000
