create or replace function pressrun.unregister_worker(worker bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- If this is the last worker, maintenance does not run again, and a batch whose last job it finished would not complete.
  begin
    perform set_config('lock_timeout', '5s', true);
    perform from pressrun.maintenance_tasks t where t.name = 'maintain' for update;
    perform pressrun.apply_counter_deltas();
  exception when others then
    raise warning 'maintenance: counters: %', sqlerrm;
  end;
  update pressrun.workers w set stopped_at = clock_timestamp(), running = 0 where w.id = worker;
end
$$;
comment on function pressrun.unregister_worker is
  'Deregisters a worker, and applies the counters of the jobs that it finished.';
grant execute on function pressrun.unregister_worker to pressrun_worker;
grant execute on function pressrun.unregister_worker to pressrun_relay;
