-- Producing: with batches, keys that hold for a period, queues of limited depth, and lanes.

create table pressrun.unique_keys (
  kind text not null,
  tenant text not null,
  unique_key text not null,
  job_id bigint not null,
  expires_at timestamptz not null,
  primary key (kind, tenant, unique_key)
);
create index unique_keys_expired on pressrun.unique_keys (expires_at);
comment on table pressrun.unique_keys is 'Unique keys that hold for a period, whether or not their job is finished.';

create function pressrun.batch_named(tenant text, name text, held boolean default false) returns bigint
language plpgsql
as $$
#variable_conflict use_column
declare
  batch pressrun.batches%rowtype;
begin
  if batch_named.name = '' or octet_length(batch_named.name) > 200 or batch_named.name ~ '[\x01-\x1f\x7f]' then
    raise exception 'a batch is named by 1 to 200 bytes without control characters' using errcode = 'PR004';
  end if;
  insert into pressrun.batches as b (tenant, name, held) values (batch_named.tenant, batch_named.name, batch_named.held)
  on conflict (tenant, name) do nothing returning b.* into batch;
  if not found then
    select b.* into batch from pressrun.batches b where b.tenant = batch_named.tenant and b.name = batch_named.name;
  end if;
  if batch.completed_at is not null then
    raise exception 'batch "%" is complete', left(batch_named.name, 100)
      using errcode = 'PR006', hint = 'Name a new batch, or hold one open with pressrun.open_batch while jobs are added.';
  end if;
  return batch.id;
end
$$;

create function pressrun.open_batch(tenant text, name text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  batch bigint;
begin
  perform pressrun.check_tenant(tenant);
  batch := pressrun.batch_named(tenant, name, true);
  update pressrun.batches b set held = true where b.id = batch;
  return batch;
end
$$;
comment on function pressrun.open_batch is
  'Makes a batch that is not complete until close_batch is called, so that jobs can be added to it bit by bit.';

create function pressrun.close_batch(tenant text, name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.batches b set held = false where b.tenant = close_batch.tenant and b.name = close_batch.name;
  if not found then
    raise exception 'there is no batch "%"', left(close_batch.name, 100) using errcode = 'PR005';
  end if;
end
$$;
comment on function pressrun.close_batch is 'Says that all jobs of a batch were added.';

create function pressrun.check_depth(queue text, added int) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  limited pressrun.limits%rowtype;
  last_id bigint;
  depth bigint;
begin
  select l.* into limited from pressrun.limits l
  where l.scope = 'queue' and l.name = check_depth.queue and l.max_depth is not null;
  if not found then
    return;
  end if;
  select case when s.is_called then s.last_value else s.last_value - 1 end into last_id from pressrun.jobs_id_seq s;
  -- Counting is only needed where so many ids were drawn since the last count that the queue may be full.
  if limited.depth_seen + (last_id - limited.depth_sequence) + added <= limited.max_depth then
    return;
  end if;
  select count(*) into depth from (
    select from (
      select l.queue, l.tenant, l.kind, l.priority from pressrun.lanes l where l.queue = check_depth.queue
      union select a.queue, a.tenant, a.kind, a.priority from pressrun.arrivals a where a.queue = check_depth.queue
    ) lane cross join lateral (
      select from pressrun.jobs j
      where j.state = 'available' and j.queue = lane.queue and j.tenant = lane.tenant and j.kind = lane.kind
        and j.priority = lane.priority
        and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
          = pressrun.lane_key(lane.queue, lane.tenant, lane.kind, lane.priority)
      limit limited.max_depth
    ) waiting
    limit limited.max_depth
  ) counted;
  if depth + added > limited.max_depth then
    raise exception 'queue "%" is full: % jobs wait in it, and it takes %', queue, depth, limited.max_depth
      using errcode = 'PR010', hint = 'Try again later, or raise the limit: pressrun queue limit.';
  end if;
  perform from pressrun.limits l where l.scope = 'queue' and l.name = check_depth.queue for update skip locked;
  if found then
    update pressrun.limits l set depth_seen = depth, depth_sequence = last_id
    where l.scope = 'queue' and l.name = check_depth.queue;
  end if;
end
$$;
comment on function pressrun.check_depth is
  'Raises PR010 where a queue has no room for so many more ready jobs. Producers at the same moment may each find room.';

-- What an enqueue comes to once defaults are filled in and everything is checked: as resolve_enqueue, in one look-up.
create function pressrun.prepare_enqueue(
  kind text, tenant text, unique_key text, added int,
  inout destination text, inout run_at timestamptz, inout max_attempts int, inout queue text,
  out state pressrun.job_state
)
language plpgsql
as $$
#variable_conflict use_variable
declare
  found_kind record;
begin
  select k.queue, k.max_attempts, k.default_destination,
    exists (select from pressrun.queues q where q.name = coalesce(prepare_enqueue.queue, k.queue)) as is_known_queue,
    exists (select from pressrun.limits l where l.max_depth is not null) as has_depths
  into found_kind from pressrun.kinds k where k.name = prepare_enqueue.kind;
  if not found then
    raise exception 'unknown kind "%"', left(kind, 100)
      using errcode = 'PR001',
        hint = coalesce(
          'Known kinds: ' || (select string_agg(k.name, ', ' order by k.name) from pressrun.kinds k) || '.',
          'No kind is known yet: a worker registers them.');
  end if;
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ '[\x01-\x1f\x7f]' then
    perform pressrun.check_tenant(tenant);
  elsif octet_length(unique_key) > 500 or unique_key = '' then
    raise exception 'a unique key has 1 to 500 bytes' using errcode = 'PR004';
  elsif max_attempts not between 1 and 1000 then
    raise exception 'max_attempts is %, not from 1 to 1000', max_attempts using errcode = 'PR004';
  elsif queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  elsif not isfinite(run_at) then
    raise exception 'run_at is not a time' using errcode = 'PR004';
  end if;
  destination := coalesce(destination, found_kind.default_destination, 'none');
  if destination <> 'none' then
    perform pressrun.check_destination(tenant, kind, destination);
  end if;
  run_at := coalesce(run_at, now());
  max_attempts := coalesce(max_attempts, found_kind.max_attempts);
  queue := coalesce(queue, found_kind.queue);
  state := case when run_at <= clock_timestamp() then 'available' else 'scheduled' end;
  if not found_kind.is_known_queue then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
  if found_kind.has_depths and state = 'available' then
    perform pressrun.check_depth(queue, added);
  end if;
end
$$;

-- The job that holds a unique key, for a period or while it is unfinished; null where none does. Called in a loop with
-- the insert, which waits for another transaction that is about to insert the same key.
create function pressrun.key_holder(kind text, tenant text, unique_key text) returns bigint
language sql stable
set enable_seqscan = off
as $$
  select coalesce(
    (select j.id from pressrun.jobs j
      where j.kind = key_holder.kind and j.tenant = key_holder.tenant and j.unique_key = key_holder.unique_key
        and j.state in ('scheduled', 'available', 'running', 'retryable')),
    (select u.job_id from pressrun.unique_keys u
      where u.kind = key_holder.kind and u.tenant = key_holder.tenant and u.unique_key = key_holder.unique_key
        and u.expires_at > clock_timestamp()))
$$;

drop function pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text);
create function pressrun.enqueue(
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
  unique_for interval default null
) returns table (job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  job record;
  batch_number bigint;
begin
  if payload is null or octet_length(payload::text) > 67108864 then
    perform pressrun.check_payload(payload);
  end if;
  job := pressrun.prepare_enqueue(
    enqueue.kind, enqueue.tenant, enqueue.unique_key, 1,
    enqueue.destination, enqueue.run_at, enqueue.max_attempts, enqueue.queue);
  if batch is not null then
    batch_number := pressrun.batch_named(enqueue.tenant, batch);
  end if;
  if unique_for is not null and (unique_for <= interval '0' or unique_key is null) then
    raise exception 'unique_for is a time above 0, and goes with a unique key' using errcode = 'PR004';
  end if;
  -- A few rounds are enough unless jobs with this key come and go faster than we look.
  for round in 1..100 loop
    if unique_key is not null then
      enqueue.job_id := pressrun.key_holder(enqueue.kind, enqueue.tenant, enqueue.unique_key);
      if enqueue.job_id is not null then
        enqueue.inserted := false;
        return next;
        return;
      end if;
    end if;
    -- Waits for another transaction that is about to insert the same key, and goes on once that commits or rolls back.
    insert into pressrun.jobs as j
      (kind, queue, tenant, state, priority, run_at, max_attempts, destination, unique_key, batch_id)
    values (
      enqueue.kind, job.queue, enqueue.tenant, job.state, coalesce(enqueue.priority, 0), job.run_at, job.max_attempts,
      job.destination, enqueue.unique_key, batch_number)
    on conflict (kind, tenant, unique_key)
      where unique_key is not null and state in ('scheduled', 'available', 'running', 'retryable')
      do nothing
    returning j.id into enqueue.job_id;
    continue when not found;
    if unique_for is not null then
      insert into pressrun.unique_keys as u
      values (enqueue.kind, enqueue.tenant, enqueue.unique_key, enqueue.job_id, clock_timestamp() + unique_for)
      on conflict (kind, tenant, unique_key) do update set job_id = excluded.job_id, expires_at = excluded.expires_at
        where u.expires_at <= clock_timestamp();
      if not found then
        -- A job of the same key and period came and was finished while we waited.
        delete from pressrun.jobs j where j.id = enqueue.job_id;
        continue;
      end if;
    end if;
    insert into pressrun.payloads values (enqueue.job_id, enqueue.payload);
    if batch_number is not null then
      insert into pressrun.tallies (kind, tenant, batch_id, jobs) values (enqueue.kind, enqueue.tenant, batch_number, 1);
    end if;
    if job.state = 'available' then
      perform pressrun.announce(
        job.queue, enqueue.tenant, coalesce(enqueue.priority, 0), enqueue.kind, pg_current_xact_id());
      -- The same payload again in the same transaction is sent once.
      perform pg_notify('pressrun_jobs', job.queue);
    end if;
    enqueue.inserted := true;
    return next;
    return;
  end loop;
  raise exception 'unique key "%" changes hands too fast', enqueue.unique_key using errcode = '40001';
end
$$;
comment on function pressrun.enqueue is
  'Adds a job, in the caller''s transaction. Answers its id, or with inserted = false the id of the job that has the same '
  'unique key: while that is unfinished, and for unique_for after it was enqueued. Raises PR001 for an unknown kind, PR002 '
  'for a denied destination, PR003 for a malformed one, PR006 for a batch that is complete, PR010 for a full queue, PR004 '
  'otherwise.';

drop function pressrun.enqueue_many(text, json[], text, text, int, timestamptz, text[], int, text);
create function pressrun.enqueue_many(
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
  unique_for interval default null
) returns table (ordinal bigint, job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  job record;
  batch_number bigint;
begin
  if unique_keys is not null then
    return query
      select items.ordinal, e.job_id, e.inserted
      from unnest(enqueue_many.payloads, enqueue_many.unique_keys) with ordinality
          as items (payload, unique_key, ordinal),
        pressrun.enqueue(
          enqueue_many.kind, items.payload, enqueue_many.tenant, enqueue_many.destination, enqueue_many.priority,
          enqueue_many.run_at, items.unique_key, enqueue_many.max_attempts, enqueue_many.queue, enqueue_many.batch,
          enqueue_many.unique_for) as e;
    return;
  end if;
  job := pressrun.prepare_enqueue(
    enqueue_many.kind, enqueue_many.tenant, null, cardinality(payloads), enqueue_many.destination, enqueue_many.run_at,
    enqueue_many.max_attempts, enqueue_many.queue);
  if cardinality(payloads) = 0 then
    return;
  end if;
  if batch is not null then
    batch_number := pressrun.batch_named(enqueue_many.tenant, batch);
    insert into pressrun.tallies (kind, tenant, batch_id, jobs)
    values (enqueue_many.kind, enqueue_many.tenant, batch_number, cardinality(payloads));
  end if;
  perform pressrun.check_payload(p) from unnest(payloads) p where p is null or octet_length(p::text) > 67108864;
  return query
    with items as materialized (
      select u.ordinal, nextval('pressrun.jobs_id_seq'::regclass) as id, u.payload
      from unnest(enqueue_many.payloads) with ordinality as u (payload, ordinal)
    ), jobs as (
      insert into pressrun.jobs (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination, batch_id)
      select i.id, enqueue_many.kind, job.queue, enqueue_many.tenant, job.state, coalesce(enqueue_many.priority, 0),
        job.run_at, job.max_attempts, job.destination, batch_number
      from items i order by i.ordinal
    ), payloads as (
      insert into pressrun.payloads select i.id, i.payload from items i order by i.ordinal
    )
    select i.ordinal, i.id, true from items i order by i.ordinal;
  if job.state = 'available' then
    perform pressrun.announce(
      job.queue, enqueue_many.tenant, coalesce(enqueue_many.priority, 0), enqueue_many.kind, pg_current_xact_id());
    perform pg_notify('pressrun_jobs', job.queue);
  end if;
end
$$;
comment on function pressrun.enqueue_many is
  'Adds one job for each payload, all alike otherwise. Answers as enqueue does, with the place of the payload from '
  '1.';
