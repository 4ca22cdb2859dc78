create or replace view pressrun.queue_health as
select pressrun.oldest_snapshot_seconds() as oldest_snapshot_seconds,
  (select coalesce(sum(t.dead_rows), 0)::bigint from pressrun.table_health t) as dead_rows,
  coalesce(sum(i.count) filter (where i.what = 'rescued' and i.at > now() - interval '1 hour'), 0)::bigint
    as rescued_last_hour,
  coalesce(sum(i.count) filter (where i.what = 'rescued'), 0)::bigint as rescued_last_day,
  coalesce(sum(i.count) filter (where i.what = 'fenced' and i.at > now() - interval '1 hour'), 0)::bigint
    as fenced_last_hour,
  coalesce(sum(i.count) filter (where i.what = 'fenced'), 0)::bigint as fenced_last_day
from pressrun.incidents i where i.at > now() - interval '1 day';
comment on view pressrun.queue_health is 'Problems of the queue, in one row.';
comment on column pressrun.queue_health.oldest_snapshot_seconds is
  'Age of the oldest transaction whose snapshot keeps dead rows from being removed; 0 if there is none, null if the '
  'schema''s owner may not read all statistics (pg_read_all_stats).';
comment on column pressrun.queue_health.dead_rows is 'Dead rows in all tables, estimated.';
comment on column pressrun.queue_health.rescued_last_hour is 'Expired leases in the last hour.';
comment on column pressrun.queue_health.rescued_last_day is 'Expired leases in the last day.';
comment on column pressrun.queue_health.fenced_last_hour is
  'Writes under an old lease, which changed nothing, in the last hour.';
comment on column pressrun.queue_health.fenced_last_day is
  'Writes under an old lease, which changed nothing, in the last day.';
grant select on pressrun.queue_health to pressrun_monitor;
