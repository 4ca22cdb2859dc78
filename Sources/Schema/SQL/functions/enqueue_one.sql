create or replace function pressrun.enqueue_one(
  kind text, payload json, tenant text, destination text, priority int, run_at timestamptz, unique_key text,
  max_attempts int, queue text, batch text, unique_for interval,
  delivery_options json default null, traceparent text default null, assets json default null
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  -- The transaction ID must be assigned before the epoch is read; see close_lanes.
  self xid8 := pg_current_xact_id();
  epoch bigint := pg_sequence_last_value('pressrun.enqueue_cache_epoch');
  -- Signature, queue, max_attempts, destination, and whether the kind has a schema. An entry is valid only while the job's lane is open and no worker waits
  -- for a notification. Any user can change the session setting that holds the entry. The entry is therefore signed with the
  -- epoch, which only functions of this schema can read. It holds for the login that was checked (sign_cached_enqueue).
  cached text[] := string_to_array(current_setting('pressrun.enqueue_cache', true), chr(31));
  job bigint;
begin
  priority := coalesce(priority, 0);
  if cached[1] = pressrun.sign_cached_enqueue(epoch, kind, tenant, priority, destination, max_attempts, queue, cached)
    and unique_key is null and batch is null and unique_for is null and delivery_options is null
    and assets is null
    and octet_length(payload::text) <= 67108864
    and (run_at is null or run_at <= clock_timestamp() and run_at >= '0001-01-01 00:00Z')
  then
    if cached[5] = 'schema' then
      perform pressrun.check_fields(tenant, kind, array[payload]);
    end if;
    with added as (
      insert into pressrun.jobs
        (kind, queue, tenant, state, priority, run_at, max_attempts, destination, destination_chosen, traceparent)
      values (
        kind, cached[2], tenant, 'available', priority, coalesce(run_at, now()), cached[3]::int, cached[4],
        nullif(destination is not null, false),
        case when traceparent is not null then pressrun.canonical_traceparent(traceparent) end)
      returning id
    )
    insert into pressrun.payloads as p (job_id, payload) select a.id, enqueue_one.payload from added a
    returning p.job_id into job;
    return job;
  end if;
  perform pressrun.check_producer(tenant);
  select case when e.inserted then e.job_id else - e.job_id end into job
  from pressrun.enqueue_uncached(
    epoch, kind, payload, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for,
    delivery_options, traceparent, assets) e;
  return job;
end
$$;
comment on function pressrun.enqueue_one is
  'enqueue with a single number as its result: the id of the new job, or the negated id of the job that has the same unique key. '
  'Each session caches the result of enqueue validation and reuses it for identical jobs.';
grant execute on function pressrun.enqueue_one to pressrun_producer;
grant execute on function pressrun.enqueue_one to pressrun_service;
