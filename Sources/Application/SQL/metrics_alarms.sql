with alarms as materialized (select * from pressrun.alarms)
select 'pressrun_alarm_severity' as name, array['alarm', a.alarm] as labels,
  max(case a.severity when 'page' then 2 when 'warn' then 1 else 0 end)::float8 as value
from alarms a group by a.alarm
union all
select 'pressrun_alarm_value', array['alarm', a.alarm], max(a.value) from alarms a where a.value is not null group by a.alarm
union all
select 'pressrun_table_dead_rows', array['table', t.table_name], t.dead_rows from pressrun.table_health t
union all
select 'pressrun_table_bytes', array['table', t.table_name], t.table_bytes + t.index_bytes from pressrun.table_health t
