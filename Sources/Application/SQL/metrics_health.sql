with health as materialized (select * from pressrun.queue_health)
select 'pressrun_oldest_snapshot_seconds' as name, '{}'::text[] as labels, h.oldest_snapshot_seconds::float8 as value
from health h where h.oldest_snapshot_seconds is not null
union all
select 'pressrun_incidents', array['what', i.what, 'span', '1h'], i.count
from health h cross join lateral (values ('rescued', h.rescued_last_hour), ('fenced', h.fenced_last_hour)) i (what, count)
union all
select 'pressrun_table_dead_rows', array['table', t.table_name], t.dead_rows from pressrun.table_health t
union all
select 'pressrun_table_bytes', array['table', t.table_name], t.table_bytes + t.index_bytes from pressrun.table_health t
union all
select 'pressrun_discarded_jobs', array['span', '1h'], count(*) from pressrun.failures f
where f.state = 'discarded' and f.finished_at > now() - interval '1 hour'
