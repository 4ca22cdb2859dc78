-- Notifications only where somebody waits, enqueuing in fewer steps, and what copying in bulk stands on.
--
-- PostgreSQL lets transactions that notify commit one at a time only: ten producers would wait for the disk in a row. A busy
-- fleet needs no waking, since it comes back for more by itself.

alter table pressrun.workers add column waiting boolean not null default true;
comment on column pressrun.workers.waiting is
  'Whether its last claim asked for more than there was. Only then a job that becomes ready is worth a notification.';
create index workers_here on pressrun.workers (id) where stopped_at is null;
create index limits_depth on pressrun.limits (name) where max_depth is not null;

create function pressrun.wake(queue text) returns void
language sql
as $$
  -- The same payload again in the same transaction is sent once.
  select pg_notify('pressrun_jobs', wake.queue)
  where exists (
    select from pressrun.workers w
    where w.stopped_at is null and w.waiting and w.heartbeat_at > clock_timestamp() - interval '2 minutes'
      and (w.queues = '{}' or wake.queue = any (w.queues)))
$$;
comment on function pressrun.wake is 'Tells the workers that wait for jobs of a queue, if there are any.';

create or replace function pressrun.announce(job pressrun.jobs, at xid8) returns void
language plpgsql
as $$
begin
  perform pressrun.announce((job).queue, (job).tenant, (job).priority, (job).kind, at);
  perform pressrun.wake((job).queue);
end
$$;

create or replace function pressrun.promote() returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off
as $$
declare
  started timestamptz := clock_timestamp();
  promoted record;
begin
  if (select m.due_at from pressrun.marks m where m.name = 'promote') > started then
    return;
  end if;
  for promoted in
    with due as materialized (
      select j.id from pressrun.jobs j
      where j.state in ('scheduled', 'retryable') and j.run_at <= clock_timestamp()
      order by j.run_at limit 1000
      for update skip locked
    ), moved as (
      update pressrun.jobs j set state = 'available', ready_xid = pg_current_xact_id() from due where j.id = due.id
      returning j.queue, j.tenant, j.priority, j.kind
    )
    select m.queue, m.tenant, m.priority, m.kind from moved m group by m.queue, m.tenant, m.priority, m.kind
    order by m.queue, m.tenant, m.priority desc, m.kind
  loop
    perform pressrun.announce(promoted.queue, promoted.tenant, promoted.priority, promoted.kind, pg_current_xact_id());
    perform pressrun.wake(promoted.queue);
  end loop;
  -- Where an old snapshot keeps many promoted jobs in the index, each look costs more: it may take a twentieth of the time.
  if clock_timestamp() - started > interval '5 milliseconds' then
    perform from pressrun.marks m where m.name = 'promote' for update skip locked;
    if found then
      update pressrun.marks m set due_at = clock_timestamp() + 20 * (clock_timestamp() - started)
      where m.name = 'promote';
    end if;
  end if;
end
$$;

create or replace function pressrun.claim(
  worker bigint, queues text[], max_jobs int, lease_seconds double precision, token bigint default null
) returns table (
  job_id bigint, lease bigint, kind text, queue text, tenant text, attempt int, max_attempts int, priority int,
  destination text, payload json, enqueued_at timestamptz, claimed_at timestamptz, timeout_seconds double precision
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
#variable_conflict use_column
declare
  ring record;
  around record;
  picked bigint[];
begin
  if cardinality(queues) = 0 then
    queues := null;
  end if;
  select w.ring_queue, w.ring_tenant, w.claim_token, w.claim_xid, w.waiting into ring from pressrun.workers w where w.id = worker;
  if ring.claim_token = token then
    -- The answer was lost on its way.
    picked := array(
      select j.id from pressrun.jobs j
      where j.state = 'running' and j.claim_xid = ring.claim_xid and j.claimed_by = worker);
  else
    perform pressrun.upkeep();
    perform pressrun.promote();
    perform pressrun.admit();
    around := pressrun.take_around(
      worker, queues, max_jobs, lease_seconds, coalesce(ring.ring_queue, ''), coalesce(ring.ring_tenant, ''));
    picked := around.jobs;
    if picked <> '{}' then
      update pressrun.workers w set
        ring_queue = around.ring_queue, ring_tenant = around.ring_tenant, claim_token = token,
        claim_xid = pg_current_xact_id(), waiting = cardinality(picked) < max_jobs
      where w.id = worker;
    elsif not ring.waiting then
      update pressrun.workers w set waiting = true where w.id = worker;
    end if;
  end if;
  if picked = '{}' then
    return;
  end if;
  return query
    select j.id, j.lease, j.kind, j.queue, j.tenant, j.attempt, j.max_attempts, j.priority, j.destination, p.payload,
      j.enqueued_at, j.claimed_at, coalesce(k.timeout_seconds, 120)
    from pressrun.jobs j
      left join pressrun.payloads p on p.job_id = j.id
      left join pressrun.kinds k on k.name = j.kind
    where j.id = any (picked)
    order by j.priority desc, j.ready_xid, j.id;
end
$$;

-- What an enqueue comes to once defaults are filled in and everything is checked: as prepare_enqueue, in one look-up,
-- which also says whether claims look at the job's lane anyway, and whether somebody waits for it.
create function pressrun.prepare_job(
  kind text, tenant text, priority int, unique_key text, added int,
  inout destination text, inout run_at timestamptz, inout max_attempts int, inout queue text,
  out state pressrun.job_state, out is_open boolean, out is_awaited boolean
)
language plpgsql
as $$
#variable_conflict use_variable
declare
  -- Drawn before the look at the lane: see announce.
  self xid8 := pg_current_xact_id();
  found_kind record;
begin
  select k.queue, k.max_attempts, k.default_destination,
    exists (select from pressrun.queues q where q.name = coalesce(prepare_job.queue, k.queue)) as is_known_queue,
    exists (select from pressrun.limits l where l.max_depth is not null) as has_depths,
    exists (
      select from pressrun.lanes l
      where l.queue = coalesce(prepare_job.queue, k.queue) and l.tenant = prepare_job.tenant
        and l.priority = prepare_job.priority and l.kind = k.name and l.closing is null
    ) or exists (
      select from pressrun.arrivals a
      where a.queue = coalesce(prepare_job.queue, k.queue) and a.tenant = prepare_job.tenant
        and a.priority = prepare_job.priority and a.kind = k.name and a.position <= self
    ) as is_open,
    exists (
      select from pressrun.workers w
      where w.stopped_at is null and w.waiting and w.heartbeat_at > clock_timestamp() - interval '2 minutes'
        and (w.queues = '{}' or coalesce(prepare_job.queue, k.queue) = any (w.queues))
    ) as is_awaited
  into found_kind from pressrun.kinds k where k.name = prepare_job.kind;
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
  -- A transaction with a snapshot of its own may have seen what is long past.
  is_open := found_kind.is_open and current_setting('transaction_isolation') = 'read committed';
  is_awaited := found_kind.is_awaited;
  if not found_kind.is_known_queue then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
  if found_kind.has_depths and state = 'available' then
    perform pressrun.check_depth(queue, added);
  end if;
end
$$;

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
  unique_for interval default null
) returns table (job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  job record;
  batch_number bigint;
begin
  if payload is null or octet_length(payload::text) > 67108864 then
    perform pressrun.check_payload(payload);
  end if;
  priority := coalesce(priority, 0);
  job := pressrun.prepare_job(
    enqueue.kind, enqueue.tenant, enqueue.priority, enqueue.unique_key, 1,
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
      enqueue.kind, job.queue, enqueue.tenant, job.state, enqueue.priority, job.run_at, job.max_attempts,
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
    if job.state = 'available' and not job.is_open then
      insert into pressrun.arrivals (queue, tenant, priority, kind, position)
      values (job.queue, enqueue.tenant, enqueue.priority, enqueue.kind, pg_current_xact_id());
    end if;
    if job.state = 'available' and job.is_awaited then
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

-- All of an enqueue of many jobs that are alike, but for the rows of jobs and payloads: those may then be copied in.
create function pressrun.prepare_many(
  kind text, tenant text, priority int, jobs int, batch text,
  inout destination text, inout run_at timestamptz, inout max_attempts int, inout queue text,
  out state pressrun.job_state, out batch_id bigint
)
language plpgsql
as $$
#variable_conflict use_variable
declare
  job record;
begin
  job := pressrun.prepare_job(kind, tenant, priority, null, jobs, destination, run_at, max_attempts, queue);
  destination := job.destination;
  run_at := job.run_at;
  max_attempts := job.max_attempts;
  queue := job.queue;
  state := job.state;
  if batch is not null and jobs > 0 then
    batch_id := pressrun.batch_named(tenant, batch);
    insert into pressrun.tallies (kind, tenant, batch_id, jobs)
    values (prepare_many.kind, prepare_many.tenant, prepare_many.batch_id, prepare_many.jobs);
  end if;
  if state = 'available' and jobs > 0 then
    if not job.is_open then
      insert into pressrun.arrivals (queue, tenant, priority, kind, position)
      values (prepare_many.queue, prepare_many.tenant, prepare_many.priority, prepare_many.kind, pg_current_xact_id());
    end if;
    if job.is_awaited then
      perform pg_notify('pressrun_jobs', queue);
    end if;
  end if;
end
$$;

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
  unique_for interval default null
) returns table (ordinal bigint, job_id bigint, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off
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
          enqueue_many.unique_for) as e;
    return;
  end if;
  priority := coalesce(priority, 0);
  job := pressrun.prepare_many(
    enqueue_many.kind, enqueue_many.tenant, enqueue_many.priority, cardinality(payloads), enqueue_many.batch,
    enqueue_many.destination, enqueue_many.run_at, enqueue_many.max_attempts, enqueue_many.queue);
  perform pressrun.check_payload(p) from unnest(payloads) p where p is null or octet_length(p::text) > 67108864;
  return query
    with items as materialized (
      select u.ordinal, nextval('pressrun.jobs_id_seq'::regclass) as id, u.payload
      from unnest(enqueue_many.payloads) with ordinality as u (payload, ordinal)
    ), jobs as (
      insert into pressrun.jobs (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination, batch_id)
      select i.id, enqueue_many.kind, job.queue, enqueue_many.tenant, job.state, enqueue_many.priority, job.run_at,
        job.max_attempts, job.destination, job.batch_id
      from items i
    ), payloads as (
      insert into pressrun.payloads select i.id, i.payload from items i
    )
    select i.ordinal, i.id, true from items i;
end
$$;

revoke execute on function
  pressrun.wake(text),
  pressrun.prepare_job(text, text, int, text, int, text, timestamptz, int, text),
  pressrun.prepare_many(text, text, int, int, text, text, timestamptz, int, text)
from public;
