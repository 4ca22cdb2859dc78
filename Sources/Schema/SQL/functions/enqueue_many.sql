create or replace function pressrun.enqueue_many(
  kind text,
  payloads json[],
  tenant text default 'default',
  destination text default null,
  priority int default 0,
  run_at timestamptz default now(),
  unique_keys text[] default null,
  max_attempts int default null,
  queue text default null,
  batch text default null,
  unique_for interval default null,
  delivery_options json default null,
  traceparent text default null,
  assets json default null
) returns table (ordinal bigint, job_id bigint, inserted boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  job record;
begin
  if unique_keys is not null then
    return query
      select items.ordinal, e.job_id, e.inserted
      from unnest(enqueue_many.payloads, enqueue_many.unique_keys) with ordinality
          as items (payload, unique_key, ordinal),
        pressrun.enqueue(
          enqueue_many.kind, items.payload, enqueue_many.tenant, enqueue_many.destination, enqueue_many.priority,
          enqueue_many.run_at, items.unique_key, enqueue_many.max_attempts, enqueue_many.queue, enqueue_many.batch,
          enqueue_many.unique_for, enqueue_many.delivery_options,
          enqueue_many.traceparent, enqueue_many.assets) as e;
    return;
  end if;
  priority := coalesce(priority, 0);
  job := pressrun.prepare_many(
    enqueue_many.kind, enqueue_many.tenant, enqueue_many.priority, cardinality(payloads), enqueue_many.batch,
    enqueue_many.destination, enqueue_many.run_at, enqueue_many.max_attempts, enqueue_many.queue);
  traceparent := case when traceparent is not null then pressrun.canonical_traceparent(traceparent) end;
  perform pressrun.check_delivery_options(delivery_options);
  perform pressrun.check_recipients(enqueue_many.tenant, enqueue_many.kind, delivery_options);
  perform pressrun.check_payload(p) from unnest(payloads) p where p is null or octet_length(p::text) > 67108864;
  perform pressrun.check_fields(enqueue_many.tenant, enqueue_many.kind, payloads);
  return query
    with items as materialized (
      select u.ordinal, nextval('pressrun.jobs_id_seq'::regclass) as id, u.payload
      from unnest(enqueue_many.payloads) with ordinality as u (payload, ordinal)
    ), jobs as (
      insert into pressrun.jobs
        (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination, destination_chosen, batch_id, traceparent)
      select i.id, enqueue_many.kind, job.queue, enqueue_many.tenant, job.state, enqueue_many.priority, job.run_at,
        job.max_attempts, job.destination, nullif(enqueue_many.destination is not null, false), job.batch_id,
        enqueue_many.traceparent
      from items i
    ), payloads as (
      insert into pressrun.payloads select i.id, i.payload from items i
    ), options as (
      insert into pressrun.delivery_options select i.id, enqueue_many.delivery_options from items i
      where enqueue_many.delivery_options is not null
    ), assets as (
      insert into pressrun.job_assets
      select i.id, r.path, r.sha256 from pressrun.resolve_assets(enqueue_many.tenant, enqueue_many.assets) r, items i
      where enqueue_many.assets is not null
    )
    select i.ordinal, i.id, true from items i;
end
$$;
comment on function pressrun.enqueue_many is
  'Adds a job for each payload, all or none; see enqueue. Returns a row for each, with its position from 1.';
grant execute on function pressrun.enqueue_many to pressrun_producer;
grant execute on function pressrun.enqueue_many to pressrun_service;
