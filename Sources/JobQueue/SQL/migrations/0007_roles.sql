-- Three roles to grant to the logins of producers, workers and monitoring. Roles belong to the whole server: they may
-- be there already, and where this login may not make them the migration goes on without.

create function pressrun.install_roles() returns text
language plpgsql
as $$
declare
  role text;
begin
  foreach role in array array['pressrun_producer', 'pressrun_worker', 'pressrun_monitor'] loop
    begin
      execute format('create role %I nologin', role);
    exception
      -- Another database's migration may be making it at this moment.
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then return 'this login may not create roles';
    end;
  end loop;

  grant usage on schema pressrun to pressrun_producer, pressrun_worker, pressrun_monitor;

  grant execute on function
    pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text),
    pressrun.enqueue_many(text, json[], text, text, int, timestamptz, text[], int, text),
    pressrun.check_destination(text, text, text)
  to pressrun_producer;

  grant execute on function
    pressrun.register_kind(
      text, text, int, double precision, double precision, double precision, double precision, text, text[], text[]),
    pressrun.register_worker(text, int, text, int, text[]), pressrun.unregister_worker(bigint),
    pressrun.claim(bigint, text[], int, double precision),
    pressrun.heartbeat(bigint, bigint[], bigint[], double precision),
    pressrun.complete(jsonb), pressrun.fail(bigint, bigint, text, text, boolean, jsonb),
    pressrun.release(bigint[], bigint[]), pressrun.finish_cancelled(bigint[], bigint[]), pressrun.rescue(int),
    pressrun.events_after(bigint, int)
  to pressrun_worker;
  grant select on
    pressrun.migrations, pressrun.kinds, pressrun.queues, pressrun.jobs, pressrun.artifacts, pressrun.attempts,
    pressrun.job_attempts, pressrun.job_overview, pressrun.events, pressrun.outbox, pressrun.workers
  to pressrun_worker;

  grant select on
    pressrun.migrations, pressrun.job_counts, pressrun.queue_depth, pressrun.kind_performance, pressrun.failures,
    pressrun.job_attempts, pressrun.job_overview, pressrun.worker_status, pressrun.destination_counts
  to pressrun_monitor;
  return null;
exception when insufficient_privilege then
  return 'this login may not grant to the roles';
end
$$;
comment on function pressrun.install_roles is
  'Makes and equips the roles pressrun_producer, pressrun_worker and pressrun_monitor. Answers why it could not, or '
  'null.';

-- Without this, whoever is let into the schema could call everything.
revoke execute on all functions in schema pressrun from public;

select pressrun.install_roles();
