create or replace function pressrun.register_worker(
  host text, pid int, version text, slots int, queues text[], kinds text[] default null, fonts text default null,
  libraries text default null, templates jsonb default null
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  worker bigint;
begin
  insert into pressrun.workers (host, pid, version, slots, queues, kinds, fonts, libraries)
  values (
    register_worker.host, register_worker.pid, register_worker.version, register_worker.slots, register_worker.queues,
    register_worker.kinds, register_worker.fonts, register_worker.libraries)
  returning id into worker;
  perform pressrun.announce_templates(worker, register_worker.kinds, register_worker.templates);
  return worker;
end
$$;
comment on function pressrun.register_worker is
  'Registers a worker and returns its id. Heartbeats keep it registered. It is given jobs of its kinds only, or of all if kinds is '
  'null. fonts and libraries are compared with those of other workers. templates are as in announce_templates.';
grant execute on function pressrun.register_worker to pressrun_worker;
grant execute on function pressrun.register_worker to pressrun_relay;
