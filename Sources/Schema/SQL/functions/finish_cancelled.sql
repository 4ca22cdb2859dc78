create or replace function pressrun.finish_cancelled(jobs bigint[], leases bigint[]) returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select pressrun.end_attempts(jobs, leases, 'cancelled', true, null, null, null) $$;
comment on function pressrun.finish_cancelled is
  'Ends attempts that the worker stopped because cancellation was requested. Returns how many leases were still held.';
grant execute on function pressrun.finish_cancelled to pressrun_worker;
grant execute on function pressrun.finish_cancelled to pressrun_relay;
