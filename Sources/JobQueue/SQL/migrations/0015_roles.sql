-- The roles, with what the schema has by now. Each role may call and read what its work needs, and nothing else.

create or replace function pressrun.install_roles() returns text
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
    pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text, text, interval),
    pressrun.enqueue_many(text, json[], text, text, int, timestamptz, text[], int, text, text, interval),
    pressrun.open_batch(text, text), pressrun.close_batch(text, text),
    pressrun.check_destination(text, text, text)
  to pressrun_producer;

  grant execute on function
    pressrun.register_kind(
      text, text, int, double precision, double precision, double precision, double precision, text, text[], text[]),
    pressrun.register_worker(text, int, text, int, text[]), pressrun.unregister_worker(bigint),
    pressrun.claim(bigint, text[], int, double precision, bigint),
    pressrun.heartbeat(bigint, bigint[], bigint[], double precision, int[]),
    pressrun.complete(jsonb), pressrun.fail(bigint, bigint, text, text, boolean, jsonb),
    pressrun.release(bigint[], bigint[]), pressrun.finish_cancelled(bigint[], bigint[]), pressrun.rescue(int),
    pressrun.snooze(bigint[], bigint[], double precision, text), pressrun.upkeep(),
    pressrun.events_after(bigint, int), pressrun.pending(text[], interval), pressrun.live_counts(),
    pressrun.running_floor(), pressrun.lane_key(text, text, text, int)
  to pressrun_worker;
  grant select on
    pressrun.migrations, pressrun.kinds, pressrun.queues, pressrun.jobs, pressrun.artifacts, pressrun.attempts,
    pressrun.job_attempts, pressrun.job_overview, pressrun.events, pressrun.outbox, pressrun.workers,
    pressrun.limits, pressrun.batches, pressrun.batch_status
  to pressrun_worker;

  grant execute on function
    pressrun.live_counts(), pressrun.running_floor(), pressrun.oldest_snapshot_seconds(),
    pressrun.pending(text[], interval)
  to pressrun_monitor;
  grant select on
    pressrun.migrations, pressrun.job_counts, pressrun.queue_depth, pressrun.kind_performance, pressrun.failures,
    pressrun.job_attempts, pressrun.job_overview, pressrun.worker_status, pressrun.destination_counts,
    pressrun.tenant_depth, pressrun.batch_status, pressrun.table_health, pressrun.queue_health, pressrun.limits
  to pressrun_monitor;
  return null;
exception when insufficient_privilege then
  return 'this login may not grant to the roles';
end
$$;

revoke execute on all functions in schema pressrun from public;

select pressrun.install_roles();
