create or replace function pressrun.enqueue(
  kind text,
  payload json,
  tenant text default 'default',
  destination text default null,
  priority int default 0,
  run_at timestamptz default now(),
  unique_key text default null,
  max_attempts int default null,
  queue text default null,
  batch text default null,
  unique_for interval default null,
  delivery_options json default null,
  traceparent text default null,
  assets json default null
) returns table (job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  job_id := pressrun.enqueue_one(
    kind, payload, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for,
    delivery_options, traceparent, assets);
  inserted := job_id > 0;
  job_id := abs(job_id);
  return next;
end
$$;
comment on function pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) is
  'Adds a job in the caller''s transaction. Returns its id, or with inserted = false the id of the job that has the same unique '
  'key: while that job is unfinished, and for unique_for after it was enqueued. delivery_options is a JSON object for the '
  'delivery. traceparent is the trace context of the caller (W3C Trace Context), which the job''s events and deliveries repeat; '
  'an invalid one is ignored. assets are files that the document refers to: {"logo.png": "artifact:SHA"}. Raises PR001 for an unknown kind, PR002 for a denied destination, PR003 for a malformed one, '
  'PR006 for a batch that is complete, PR010 for a full queue, PR012 for a payload that does not fit the schema of the kind, '
  'PR004 otherwise.';
grant execute on function pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) to pressrun_producer;
grant execute on function pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) to pressrun_service;

create or replace function pressrun.enqueue(
  kind text,
  payload jsonb,
  tenant text default 'default',
  destination text default null,
  priority int default 0,
  run_at timestamptz default now(),
  unique_key text default null,
  max_attempts int default null,
  queue text default null,
  batch text default null,
  unique_for interval default null,
  delivery_options json default null,
  traceparent text default null,
  assets json default null
) returns table (job_id bigint, inserted boolean)
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select e.job_id, e.inserted
  from pressrun.enqueue(
    kind, payload::json, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for,
    delivery_options, traceparent, assets) e
$$;
comment on function pressrun.enqueue(text, jsonb, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) is
  'enqueue for drivers that send payloads as jsonb.';
grant execute on function pressrun.enqueue(text, jsonb, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) to pressrun_producer;
grant execute on function pressrun.enqueue(text, jsonb, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) to pressrun_service;

create or replace function pressrun.enqueue(
  kind text,
  payload text,
  tenant text default 'default',
  destination text default null,
  priority int default 0,
  run_at timestamptz default now(),
  unique_key text default null,
  max_attempts int default null,
  queue text default null,
  batch text default null,
  unique_for interval default null,
  delivery_options json default null,
  traceparent text default null,
  assets json default null
) returns table (job_id bigint, inserted boolean)
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select e.job_id, e.inserted
  from pressrun.enqueue(
    kind, payload::json, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for,
    delivery_options, traceparent, assets) e
$$;
comment on function pressrun.enqueue(text, text, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) is
  'enqueue for drivers that send payloads as text, and for literals, whose type PostgreSQL would not know otherwise.';
grant execute on function pressrun.enqueue(text, text, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) to pressrun_producer;
grant execute on function pressrun.enqueue(text, text, text, text, int, timestamptz, text, int, text, text, interval, json, text, json) to pressrun_service;
