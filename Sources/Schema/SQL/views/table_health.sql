create or replace view pressrun.table_health as
select s.relname::text as table_name, s.n_live_tup as live_rows, s.n_dead_tup as dead_rows,
  s.last_autovacuum, pg_table_size(s.relid) as table_bytes, pg_indexes_size(s.relid) as index_bytes
from pg_stat_user_tables s where s.schemaname = 'pressrun';
comment on view pressrun.table_health is 'Rows, dead rows and sizes of the tables, from PostgreSQL''s statistics.';
comment on column pressrun.table_health.table_name is 'Table.';
comment on column pressrun.table_health.live_rows is 'Rows, estimated.';
comment on column pressrun.table_health.dead_rows is 'Row versions that vacuum has not removed yet, estimated.';
comment on column pressrun.table_health.last_autovacuum is 'When autovacuum last processed the table.';
comment on column pressrun.table_health.table_bytes is 'Size of the table with its TOAST table.';
comment on column pressrun.table_health.index_bytes is 'Size of its indexes.';
grant select on pressrun.table_health to pressrun_monitor;
