create or replace function pressrun.register_worker(
  host text, pid int, version text, slots int, queues text[], kinds text[] default null, fonts text default null,
  libraries text default null
) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.workers (host, pid, version, slots, queues, kinds, fonts, libraries)
  values (host, pid, version, slots, queues, kinds, fonts, libraries)
  returning id
$$;
comment on function pressrun.register_worker is
  'Registers a worker and returns its id. Heartbeats keep it registered. It is given jobs of its kinds only, or of all if kinds is '
  'null. fonts and libraries are compared with those of other workers.';
grant execute on function pressrun.register_worker to pressrun_worker;
grant execute on function pressrun.register_worker to pressrun_relay;
