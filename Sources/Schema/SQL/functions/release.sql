create or replace function pressrun.release(jobs bigint[], leases bigint[]) returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select pressrun.end_attempts(jobs, leases, 'released', false, null, null, null) $$;
comment on function pressrun.release is
  'Returns jobs to their lanes without counting the attempt. Returns how many leases were still held.';
grant execute on function pressrun.release to pressrun_worker;
grant execute on function pressrun.release to pressrun_relay;
