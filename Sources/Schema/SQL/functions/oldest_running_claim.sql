create or replace function pressrun.oldest_running_claim() returns xid8
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- A transaction ID above xmax was assigned by another server, on which this database was dumped: it is ignored.
  select coalesce(
    (select t.oldest_claim_xid from pressrun.maintenance_tasks t
      where t.name = 'rescue' and t.oldest_claim_xid <= pg_snapshot_xmax(pg_current_snapshot())), '0')
$$;
comment on function pressrun.oldest_running_claim is
  'A lower bound of claim_xid of running jobs. Scans of jobs_claimed that begin here skip dead index entries.';
grant execute on function pressrun.oldest_running_claim to pressrun_worker;
grant execute on function pressrun.oldest_running_claim to pressrun_monitor;
grant execute on function pressrun.oldest_running_claim to pressrun_relay;
grant execute on function pressrun.oldest_running_claim to pressrun_service;
