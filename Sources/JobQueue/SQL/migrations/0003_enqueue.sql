-- Producing. These functions are all that a producer needs, inside its own transaction.

create function pressrun.register_kind(
  name text, queue text, max_attempts int, backoff_base_seconds double precision,
  backoff_limit_seconds double precision, backoff_jitter double precision, timeout_seconds double precision,
  default_destination text, allowed text[], denied text[]
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  problem text := pressrun.destination_problem(register_kind.default_destination);
begin
  if problem is not null then
    raise exception 'default destination of kind "%": %', register_kind.name, problem using errcode = 'PR003';
  end if;
  perform pressrun.check_rules(register_kind.allowed);
  perform pressrun.check_rules(register_kind.denied);
  insert into pressrun.queues values (register_kind.queue) on conflict do nothing;
  insert into pressrun.kinds as k values (
    register_kind.name, register_kind.queue, register_kind.max_attempts, register_kind.backoff_base_seconds,
    register_kind.backoff_limit_seconds, register_kind.backoff_jitter, register_kind.timeout_seconds,
    register_kind.default_destination, register_kind.allowed, register_kind.denied)
  on conflict (name) do update set
    queue = excluded.queue, max_attempts = excluded.max_attempts,
    backoff_base_seconds = excluded.backoff_base_seconds, backoff_limit_seconds = excluded.backoff_limit_seconds,
    backoff_jitter = excluded.backoff_jitter, timeout_seconds = excluded.timeout_seconds,
    default_destination = excluded.default_destination, allowed = excluded.allowed, denied = excluded.denied
  -- Every worker registers its kinds when it starts: an unchanged row is left alone.
  where k is distinct from excluded;
end
$$;

-- What an enqueue comes to once defaults are filled in and everything is checked.
create function pressrun.resolve_enqueue(
  kind text, tenant text, unique_key text,
  inout destination text, inout run_at timestamptz, inout max_attempts int, inout queue text,
  out state pressrun.job_state
)
language plpgsql
as $$
declare
  settings pressrun.kinds%rowtype;
begin
  select k.* into settings from pressrun.kinds k where k.name = resolve_enqueue.kind;
  if not found then
    raise exception 'unknown kind "%"', left(kind, 100)
      using errcode = 'PR001',
        hint = coalesce(
          'Known kinds: ' || (select string_agg(k.name, ', ' order by k.name) from pressrun.kinds k) || '.',
          'No kind is known yet: a worker registers them.');
  end if;
  perform pressrun.check_tenant(tenant);
  if octet_length(unique_key) > 500 or unique_key = '' then
    raise exception 'a unique key has 1 to 500 bytes' using errcode = 'PR004';
  elsif max_attempts not between 1 and 1000 then
    raise exception 'max_attempts is %, not from 1 to 1000', max_attempts using errcode = 'PR004';
  elsif queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  elsif not isfinite(run_at) then
    raise exception 'run_at is not a time' using errcode = 'PR004';
  end if;
  destination := coalesce(destination, settings.default_destination, 'none');
  perform pressrun.check_destination(tenant, kind, destination);
  run_at := coalesce(run_at, now());
  max_attempts := coalesce(max_attempts, settings.max_attempts);
  queue := coalesce(queue, settings.queue);
  state := case when run_at <= clock_timestamp() then 'available' else 'scheduled' end;
  if not exists (select from pressrun.queues q where q.name = queue) then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
end
$$;

create function pressrun.check_payload(payload json) returns void
language plpgsql immutable
as $$
begin
  if payload is null then
    raise exception 'the payload is null' using errcode = 'PR004';
  elsif octet_length(payload::text) > 67108864 then
    raise exception 'the payload has more than 64 MB' using errcode = 'PR004';
  end if;
end
$$;

create function pressrun.enqueue(
  kind text,
  payload json,
  tenant text default 'default',
  destination text default null,
  priority int default 0,
  run_at timestamptz default now(),
  unique_key text default null,
  max_attempts int default null,
  queue text default null
) returns table (job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  job record;
begin
  perform pressrun.check_payload(payload);
  select r.* into job from pressrun.resolve_enqueue(
    enqueue.kind, enqueue.tenant, enqueue.unique_key,
    enqueue.destination, enqueue.run_at, enqueue.max_attempts, enqueue.queue) r;
  -- A few rounds are enough unless jobs with this key come and go faster than we look.
  for round in 1..100 loop
    -- Waits for another transaction that is about to insert the same key, and goes on once that commits or rolls back.
    insert into pressrun.jobs as j (kind, queue, tenant, state, priority, run_at, max_attempts, destination, unique_key)
    values (
      enqueue.kind, job.queue, enqueue.tenant, job.state, coalesce(enqueue.priority, 0), job.run_at, job.max_attempts,
      job.destination, enqueue.unique_key)
    on conflict (kind, tenant, unique_key)
      where unique_key is not null and state in ('scheduled', 'available', 'running', 'retryable')
      do nothing
    returning j.id into enqueue.job_id;
    if found then
      insert into pressrun.payloads values (enqueue.job_id, enqueue.payload);
      if job.state = 'available' then
        -- The same payload again in the same transaction is sent once.
        perform pg_notify('pressrun_jobs', job.queue);
      end if;
      enqueue.inserted := true;
      return next;
      return;
    end if;
    select j.id into enqueue.job_id from pressrun.jobs j
    where j.kind = enqueue.kind and j.tenant = enqueue.tenant and j.unique_key = enqueue.unique_key
      and j.state in ('scheduled', 'available', 'running', 'retryable');
    if found then
      enqueue.inserted := false;
      return next;
      return;
    end if;
    -- That job was finished in between.
  end loop;
  raise exception 'unique key "%" changes hands too fast', enqueue.unique_key using errcode = '40001';
end
$$;
comment on function pressrun.enqueue is
  'Adds a job, in the caller''s transaction. Answers its id, or with inserted = false the id of the unfinished job '
  'that has the same unique key. Raises PR001 for an unknown kind, PR002 for a denied destination, PR003 for a '
  'malformed one, PR004 otherwise.';

create function pressrun.enqueue_many(
  kind text,
  payloads json[],
  tenant text default 'default',
  destination text default null,
  priority int default 0,
  run_at timestamptz default now(),
  unique_keys text[] default null,
  max_attempts int default null,
  queue text default null
) returns table (ordinal bigint, job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
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
          enqueue_many.run_at, items.unique_key, enqueue_many.max_attempts, enqueue_many.queue) as e;
    return;
  end if;
  select r.* into job from pressrun.resolve_enqueue(
    enqueue_many.kind, enqueue_many.tenant, null, enqueue_many.destination, enqueue_many.run_at,
    enqueue_many.max_attempts, enqueue_many.queue) r;
  perform pressrun.check_payload(p) from unnest(payloads) p;
  return query
    with items as materialized (
      select u.ordinal, nextval(pg_get_serial_sequence('pressrun.jobs', 'id')) as id, u.payload
      from unnest(enqueue_many.payloads) with ordinality as u (payload, ordinal)
    ), jobs as (
      insert into pressrun.jobs (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination)
      select i.id, enqueue_many.kind, job.queue, enqueue_many.tenant, job.state, coalesce(enqueue_many.priority, 0),
        job.run_at, job.max_attempts, job.destination
      from items i order by i.ordinal
    ), payloads as (
      insert into pressrun.payloads select i.id, i.payload from items i order by i.ordinal
    )
    select i.ordinal, i.id, true from items i order by i.ordinal;
  if job.state = 'available' and cardinality(payloads) > 0 then
    perform pg_notify('pressrun_jobs', job.queue);
  end if;
end
$$;
comment on function pressrun.enqueue_many is
  'Adds one job for each payload, all alike otherwise. Answers as enqueue does, with the place of the payload from '
  '1.';
