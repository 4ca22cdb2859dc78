create or replace function pressrun.oldest_snapshot_seconds() returns double precision
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- Without this privilege the sessions of other roles are not visible. The result is then null, because it could be wrong.
  select case when pg_has_role('pg_read_all_stats', 'usage') then greatest(
    coalesce((select max(extract(epoch from clock_timestamp() - coalesce(a.xact_start, a.query_start)))
      from pg_stat_activity a where a.backend_xmin is not null and a.pid <> pg_backend_pid()), 0),
    coalesce((select max(extract(epoch from clock_timestamp() - p.prepared)) from pg_prepared_xacts p), 0)
  )::double precision end
$$;
comment on function pressrun.oldest_snapshot_seconds is
  'Age of the oldest transaction whose snapshot prevents vacuum from removing dead rows; null if the schema''s owner may not '
  'read all statistics.';
grant execute on function pressrun.oldest_snapshot_seconds to pressrun_monitor;
grant execute on function pressrun.oldest_snapshot_seconds to pressrun_service;
