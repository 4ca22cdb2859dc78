with live as materialized (
  select case when exists (select from unnest(w.queues) q where q like 'deliveries.%') then 'relay' else 'worker' end as role,
    w.slots, w.running
  from pressrun.worker_status w where w.heartbeat_age_seconds < 60
)
select 'pressrun_workers' as name, array['role', r.role] as labels, count(l.role)::float8 as value
from (values ('worker'), ('relay')) r (role) left join live l on l.role = r.role group by r.role
union all
select 'pressrun_worker_slots', array['role', r.role], coalesce(sum(l.slots), 0)
from (values ('worker'), ('relay')) r (role) left join live l on l.role = r.role group by r.role
