create or replace function pressrun.register_worker(host text, pid int, version text, slots int, queues text[]) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.workers (host, pid, version, slots, queues) values (host, pid, version, slots, queues)
  returning id
$$;
comment on function pressrun.register_worker is
  'Registers a worker and returns its id. Heartbeats keep it registered.';
grant execute on function pressrun.register_worker to pressrun_worker;
grant execute on function pressrun.register_worker to pressrun_relay;
