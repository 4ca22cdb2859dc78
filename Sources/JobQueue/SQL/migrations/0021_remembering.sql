-- What a session has found for one job it remembers for the next that is alike: the kind's settings, that its destination is
-- allowed, that claims look at its lane and that nobody waits to be woken. So a lone enqueue is little more than its inserts.
--
-- It is kept in the session's setting pressrun.known, sealed with a secret number that only this schema's functions may read.
-- The number changes (`forget`) whenever something of that may have changed, and each second by upkeep: who looks between an
-- operator's change and its commit still finds what was. (What a policy denies is refused again when the job is completed.)

create sequence pressrun.epoch;
comment on sequence pressrun.epoch is
  'Its value is a secret that changes when sessions must look anew: drawn at random, read and set outside of transactions.';

create function pressrun.forget() returns void
language sql
as $$
  select setval('pressrun.epoch',
    greatest(1, ('x' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::bigint))
$$;
comment on function pressrun.forget is 'Has every session look anew before its next enqueue. At once, not when this commits.';
select pressrun.forget();

create function pressrun.seal(
  epoch bigint, kind text, tenant text, priority int, destination text, max_attempts int, queue text, found text[]
) returns text
language sql
as $$
  -- The text of an array is never that of another one.
  select encode(sha256(convert_to(
    array[
      epoch::text, kind, tenant, priority::text, destination, max_attempts::text, queue, found[2], found[3], found[4]
    ]::text, 'UTF8')), 'hex')
$$;
comment on function pressrun.seal is
  'Binds what was found for a job (queue, attempts, destination, from the second place on) to what was asked for.';

create function pressrun.enqueue_one(
  kind text, payload json, tenant text, destination text, priority int, run_at timestamptz, unique_key text,
  max_attempts int, queue text, batch text, unique_for interval
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  -- Drawn before the look at the epoch: see close_lanes.
  self xid8 := pg_current_xact_id();
  epoch bigint := pg_sequence_last_value('pressrun.epoch');
  known text[] := string_to_array(current_setting('pressrun.known', true), chr(31));
  job bigint;
begin
  priority := coalesce(priority, 0);
  if known[1] = pressrun.seal(epoch, kind, tenant, priority, destination, max_attempts, queue, known)
    and unique_key is null and batch is null and unique_for is null
    and octet_length(payload::text) <= 67108864
    and (run_at is null or run_at <= clock_timestamp() and isfinite(run_at))
  then
    with added as (
      insert into pressrun.jobs (kind, queue, tenant, state, priority, run_at, max_attempts, destination)
      values (kind, known[2], tenant, 'available', priority, coalesce(run_at, now()), known[3]::int, known[4])
      returning id
    )
    insert into pressrun.payloads as p (job_id, payload) select a.id, enqueue_one.payload from added a
    returning p.job_id into job;
    return job;
  end if;
  select case when e.inserted then e.job_id else - e.job_id end into job
  from pressrun.enqueue_new(
    epoch, kind, payload, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for) e;
  return job;
end
$$;
comment on function pressrun.enqueue_one is
  'As enqueue, with an answer of one number: the job''s id, or less than 0, the id of the job that has the same unique key.';

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
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  job_id := pressrun.enqueue_one(
    kind, payload, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for);
  inserted := job_id > 0;
  job_id := abs(job_id);
  return next;
end
$$;

-- As enqueue, by one who remembers nothing.
create function pressrun.enqueue_new(
  epoch bigint, kind text, payload json, tenant text, destination text, priority int, run_at timestamptz, unique_key text,
  max_attempts int, queue text, batch text, unique_for interval, out job_id bigint, out inserted boolean
)
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  job record;
  batch_number bigint;
begin
  if payload is null or octet_length(payload::text) > 67108864 then
    perform pressrun.check_payload(payload);
  end if;
  job := pressrun.prepare_job(
    enqueue_new.kind, enqueue_new.tenant, enqueue_new.priority, enqueue_new.unique_key, 1,
    enqueue_new.destination, enqueue_new.run_at, enqueue_new.max_attempts, enqueue_new.queue);
  if batch is not null then
    batch_number := pressrun.batch_named(enqueue_new.tenant, batch);
  end if;
  if unique_for is not null and (unique_for <= interval '0' or unique_key is null) then
    raise exception 'unique_for is a time above 0, and goes with a unique key' using errcode = 'PR004';
  end if;
  -- A few rounds are enough unless jobs with this key come and go faster than we look.
  for round in 1..100 loop
    if unique_key is not null then
      enqueue_new.job_id := pressrun.key_holder(enqueue_new.kind, enqueue_new.tenant, enqueue_new.unique_key);
      if enqueue_new.job_id is not null then
        enqueue_new.inserted := false;
        return;
      end if;
    end if;
    -- Waits for another transaction that is about to insert the same key, and goes on once that commits or rolls back.
    insert into pressrun.jobs as j
      (kind, queue, tenant, state, priority, run_at, max_attempts, destination, unique_key, batch_id)
    values (
      enqueue_new.kind, job.queue, enqueue_new.tenant, job.state, enqueue_new.priority, job.run_at, job.max_attempts,
      job.destination, enqueue_new.unique_key, batch_number)
    on conflict (kind, tenant, unique_key)
      where unique_key is not null and state in ('scheduled', 'available', 'running', 'retryable')
      do nothing
    returning j.id into enqueue_new.job_id;
    continue when not found;
    if unique_for is not null then
      insert into pressrun.unique_keys as u
      values (
        enqueue_new.kind, enqueue_new.tenant, enqueue_new.unique_key, enqueue_new.job_id, clock_timestamp() + unique_for)
      on conflict (kind, tenant, unique_key) do update set job_id = excluded.job_id, expires_at = excluded.expires_at
        where u.expires_at <= clock_timestamp();
      if not found then
        -- A job of the same key and period came and was finished while we waited.
        delete from pressrun.jobs j where j.id = enqueue_new.job_id;
        continue;
      end if;
    end if;
    insert into pressrun.payloads values (enqueue_new.job_id, enqueue_new.payload);
    if batch_number is not null then
      insert into pressrun.tallies (kind, tenant, batch_id, jobs)
      values (enqueue_new.kind, enqueue_new.tenant, batch_number, 1);
    end if;
    if job.state = 'available' then
      if not job.is_open then
        insert into pressrun.arrivals (queue, tenant, priority, kind, position)
        values (job.queue, enqueue_new.tenant, enqueue_new.priority, enqueue_new.kind, pg_current_xact_id());
      end if;
      if job.is_awaited then
        -- The same payload again in the same transaction is sent once.
        perform pg_notify('pressrun_jobs', job.queue);
      end if;
    end if;
    enqueue_new.inserted := true;
    -- What a transaction with a snapshot of its own sees may be past.
    if job.state = 'available' and not job.is_awaited and current_setting('transaction_isolation') = 'read committed'
      and not exists (select from pressrun.limits l where l.max_depth is not null)
    then
      perform set_config('pressrun.known', concat_ws(chr(31),
        pressrun.seal(epoch, kind, tenant, priority, destination, max_attempts, queue,
          array[null, job.queue, job.max_attempts::text, job.destination]),
        job.queue, job.max_attempts, job.destination), false);
    end if;
    return;
  end loop;
  raise exception 'unique key "%" changes hands too fast', enqueue_new.unique_key using errcode = '40001';
end
$$;

-- Changes of what is remembered.

alter table pressrun.workers add column waiting_told boolean not null default false;
comment on column pressrun.workers.waiting_told is
  'Whether sessions that may remember that nobody waits were made to look anew since it waits.';

create or replace function pressrun.advance(lane pressrun.lanes, out first_xid xid8, out first_id bigint)
language plpgsql
as $$
declare
  snapshot pg_snapshot := pg_current_snapshot();
  frontier xid8 := pg_snapshot_xmax(snapshot);
  self xid8 := pg_current_xact_id_if_assigned();
  start_xid xid8 := lane.head_xid;
  start_id bigint := lane.head_id;
  changed pressrun.lanes := lane;
  is_over boolean := false;
  is_news boolean;
  ended xid8;
begin
  if start_xid > frontier then
    -- A number from the future: the database was restored on another server.
    start_xid := '0';
    start_id := 0;
  end if;
  foreach ended in array lane.pending loop
    if ended <= start_xid and pg_visible_in_snapshot(ended, snapshot) then
      start_xid := ended;
      start_id := 0;
    end if;
  end loop;

  select j.ready_xid, j.id into first_xid, first_id from pressrun.jobs j
  where j.state = 'available' and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) = lane.key
    and (j.ready_xid, j.id) >= (start_xid, start_id)
    and j.queue = lane.queue and j.tenant = lane.tenant and j.priority = lane.priority and j.kind = lane.kind
  order by j.ready_xid, j.id limit 1;

  -- The look came after the snapshot: transactions from its frontier on may be in progress, whatever the look has seen.
  if first_xid < frontier then
    changed.head_xid := first_xid;
    changed.head_id := first_id;
  else
    changed.head_xid := frontier;
    changed.head_id := 0;
  end if;
  changed.pending := '{}';
  if pg_snapshot_xmin(snapshot) < changed.head_xid then
    changed.pending := array(select x from pg_snapshot_xip(snapshot) x where x < changed.head_xid);
    if self < changed.head_xid then
      changed.pending := changed.pending || self;
    end if;
  end if;
  if first_id is not null then
    changed.closing := null;
    is_news := changed is distinct from lane;
  else
    if lane.closing is null and lane.served_at <= clock_timestamp() - interval '5 seconds' then
      changed.closing := '0';
    end if;
    is_over := lane.closing >= '3' and pg_snapshot_xmin(snapshot) >= lane.closing;
    -- The frontier of an empty lane alone is not worth a write at each look.
    is_news := is_over or changed.closing is distinct from lane.closing or start_xid < lane.head_xid;
  end if;
  if not is_news then
    return;
  end if;

  -- A head that another claim has just set, or an arrival has set back, stays.
  perform from pressrun.lanes l
  where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind
    and l.version = lane.version
  for update skip locked;
  if found and is_over then
    delete from pressrun.lanes l
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  elsif found then
    update pressrun.lanes l set
      head_xid = changed.head_xid, head_id = changed.head_id, pending = changed.pending, closing = changed.closing,
      version = l.version + 1, served_at = case when first_id is null then l.served_at else clock_timestamp() end
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  end if;
end
$$;

comment on column pressrun.lanes.closing is
  'Set when the lane was found empty, so that producers announce themselves again: 0 at first, 1 when sessions were made to look '
  'anew since that was to be seen, then a barrier. When all transactions before the barrier have ended and it is still empty, '
  'it goes.';
create index lanes_closing on pressrun.lanes (closing) where closing < '3';

-- Whoever saw a lane open, or remembered that, had its number before: a number that is drawn after that is over is the barrier.
-- (The frontier of a snapshot is none: transactions that have begun may stand behind it.)
create function pressrun.close_lanes() returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  told pressrun.lanes[];
  untold pressrun.lanes[];
  barrier xid8;
  lane pressrun.lanes;
begin
  if not exists (select from pressrun.lanes l where l.closing < '3') then
    return;
  end if;
  told := array(select l from pressrun.lanes l where l.closing = '1' and l.closing < '3' limit 100);
  untold := array(select l from pressrun.lanes l where l.closing = '0' and l.closing < '3' limit 100);
  -- The number must be a new one, and the lanes were seen before it is drawn.
  if pg_current_xact_id_if_assigned() is null and told <> '{}' then
    barrier := pg_current_xact_id();
    foreach lane in array told loop
      perform pressrun.set_closing(lane, barrier);
    end loop;
  end if;
  if untold <> '{}' then
    perform pressrun.forget();
    foreach lane in array untold loop
      perform pressrun.set_closing(lane, '1');
    end loop;
  end if;
end
$$;
comment on function pressrun.close_lanes is 'A step on the way of empty lanes out. Each claim does it before anything else.';

create function pressrun.set_closing(lane pressrun.lanes, closing xid8) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  perform from pressrun.lanes l
  where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind
    and l.version = lane.version
  for update skip locked;
  if found then
    update pressrun.lanes l set closing = set_closing.closing, version = l.version + 1
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
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
  found_less boolean;
begin
  if cardinality(queues) = 0 then
    queues := null;
  end if;
  select w.ring_queue, w.ring_tenant, w.claim_token, w.claim_xid, w.waiting, w.waiting_told into ring
  from pressrun.workers w where w.id = worker;
  if ring.claim_token = token then
    -- The answer was lost on its way.
    picked := array(
      select j.id from pressrun.jobs j
      where j.state = 'running' and j.claim_xid = ring.claim_xid and j.claimed_by = worker);
  else
    perform pressrun.close_lanes();
    perform pressrun.upkeep();
    perform pressrun.promote();
    perform pressrun.admit();
    around := pressrun.take_around(
      worker, queues, max_jobs, lease_seconds, coalesce(ring.ring_queue, ''), coalesce(ring.ring_tenant, ''));
    picked := around.jobs;
    found_less := cardinality(picked) < max_jobs;
    if found_less and ring.waiting and not ring.waiting_told then
      -- That it waits is to be seen since its last claim.
      perform pressrun.forget();
    end if;
    if picked <> '{}' then
      update pressrun.workers w set
        ring_queue = around.ring_queue, ring_tenant = around.ring_tenant, claim_token = token,
        claim_xid = pg_current_xact_id(), waiting = found_less, waiting_told = found_less and ring.waiting
      where w.id = worker;
    elsif not ring.waiting or not ring.waiting_told then
      update pressrun.workers w set waiting = true, waiting_told = ring.waiting where w.id = worker;
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

-- What an operator changes holds for the next enqueue, whoever remembers otherwise.
create function pressrun.forget_on_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.forget();
  return null;
end
$$;
create trigger forget after insert or update or delete or truncate on pressrun.kinds
  for each statement execute function pressrun.forget_on_change();
create trigger forget after insert or update or delete or truncate on pressrun.policies
  for each statement execute function pressrun.forget_on_change();
create trigger forget after insert or update of max_depth or delete or truncate on pressrun.limits
  for each statement execute function pressrun.forget_on_change();

revoke execute on function
  pressrun.close_lanes(), pressrun.set_closing(pressrun.lanes, xid8), pressrun.forget(), pressrun.forget_on_change(),
  pressrun.seal(bigint, text, text, int, text, int, text, text[]),
  pressrun.enqueue_new(bigint, text, json, text, text, int, timestamptz, text, int, text, text, interval)
from public;
revoke execute on function
  pressrun.enqueue_one(text, json, text, text, int, timestamptz, text, int, text, text, interval)
from public;
do $$
begin
  grant execute on function
    pressrun.enqueue_one(text, json, text, text, int, timestamptz, text, int, text, text, interval)
  to pressrun_producer;
exception
  -- A login that may not make roles has none.
  when undefined_object or insufficient_privilege then null;
end
$$;
