-- Claiming: fair between tenants, within limits, and no slower behind a long backlog. Time is always the database's.
--
-- As before, the functions pin the plans of their statements: whatever the statistics say, rows are reached through the
-- partial indexes, in the order of the index.

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
    perform pg_notify('pressrun_jobs', promoted.queue);
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

create function pressrun.admit() returns void
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  if not exists (select from pressrun.arrivals) then
    return;
  end if;
  with taken as (
    delete from pressrun.arrivals a
    where a.ctid = any (array(select b.ctid from pressrun.arrivals b limit 10000 for update skip locked))
    returning a.*
  ), firsts as (
    select t.queue, t.tenant, t.priority, t.kind, (array_agg(t.position order by t.position))[1] as position
    from taken t group by t.queue, t.tenant, t.priority, t.kind
  )
  insert into pressrun.lanes as l (queue, tenant, priority, kind, key, head_xid, pending)
  select f.queue, f.tenant, f.priority, f.kind, pressrun.lane_key(f.queue, f.tenant, f.kind, f.priority), f.position,
    array(select x from pg_snapshot_xip(pg_current_snapshot()) x where x < f.position)
  -- In one order everywhere: two claims never wait for each other in a circle.
  from firsts f order by f.queue, f.tenant, f.priority desc, f.kind
  on conflict (queue, tenant, priority, kind) do update set
    head_xid = least(l.head_xid, excluded.head_xid),
    head_id = case when excluded.head_xid <= l.head_xid then 0 else l.head_id end,
    closing = null, version = l.version + 1, served_at = clock_timestamp();
end
$$;
comment on function pressrun.admit is 'Opens lanes that producers announced. Each claim does it first.';

create function pressrun.advance(lane pressrun.lanes, out first_xid xid8, out first_id bigint)
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
    changed.closing := case
      when lane.closing is null and lane.served_at > clock_timestamp() - interval '5 seconds' then null
      when lane.closing is null then '0'
      -- Whoever saw the lane open had a number by the time that its closing was seen, which is now.
      when lane.closing = '0' then frontier
      else lane.closing end;
    is_over := lane.closing > '0' and pg_snapshot_xmin(snapshot) >= lane.closing;
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
comment on function pressrun.advance is
  'The place of a lane''s first visible job, null where it has none; and moves the lane''s head there.';

create function pressrun.lock_limits(queues text[]) returns jsonb
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  rooms jsonb;
begin
  -- Claims that one limit concerns go one after the other, in one order everywhere; the next statement sees what the
  -- one before has claimed.
  perform from pressrun.limits l
  where (l.max_running is not null or l.rate is not null)
    and case l.scope
      when 'queue' then queues is null or l.name = any (queues)
      when 'tenant' then exists (select from pressrun.lanes n where n.tenant = l.name)
      else true end
  order by l.scope, l.name
  for update;
  with running as (
    select j.queue, j.tenant, j.kind, count(*) as jobs from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
    group by j.queue, j.tenant, j.kind
  )
  select jsonb_object_agg(
      l.scope || ' ' || l.name,
      case when l.paused then 0 else greatest(0, least(l.max_running - held.jobs, floor(pressrun.tokens(l)))) end)
  into rooms
  from pressrun.limits l cross join lateral (
    select coalesce(sum(r.jobs), 0) as jobs from running r
    where l.name = case l.scope when 'queue' then r.queue when 'tenant' then r.tenant else r.kind end
  ) held
  where l.paused or l.max_running is not null or l.rate is not null;
  return rooms;
end
$$;
comment on function pressrun.lock_limits is
  'How many more jobs each limited scope may run, such as {"tenant a": 2}; 0 where it is paused. No other claim changes '
  'that until the end of the transaction.';

create function pressrun.tokens(limited pressrun.limits) returns double precision
language sql stable
as $$
  select case when (limited).rate is not null then least(
    coalesce((limited).burst, greatest((limited).rate, 1)),
    (limited).tokens + (limited).rate * greatest(0, extract(epoch from clock_timestamp() - (limited).refilled_at))) end
$$;
comment on function pressrun.tokens is 'What a tenant''s bucket holds now; null where its rate is not limited.';

-- Takes jobs of one tenant and priority out of the lanes given, in the order in which they became ready.
create function pressrun.take(
  worker bigint, lanes pressrun.lanes[], rooms int[], max_jobs int, lease_seconds double precision,
  out jobs bigint[], out kinds text[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off
as $$
declare
  firsts xid8[] := '{}';
  ids bigint[] := '{}';
  first record;
begin
  for n in 1..cardinality(lanes) loop
    first := pressrun.advance(lanes[n]);
    firsts := firsts || first.first_xid;
    ids := ids || first.first_id;
  end loop;
  with taken as (
    update pressrun.jobs j set
      state = 'running', lease = j.lease + 1, attempt = j.attempt + 1, claimed_by = worker,
      claimed_at = clock_timestamp(), lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
      claim_xid = pg_current_xact_id(), cancel_requested = false, pages_done = null
    -- Each lane offers its first; those that are not taken are unlocked when the transaction ends.
    where j.ctid = any (array(
      select o.ctid from unnest(lanes, firsts, ids, rooms)
          as l (queue, tenant, priority, kind, key, head_xid, head_id, pending, closing, version, served_at,
            first_xid, first_id, room)
        cross join lateral (
          select c.ctid, c.ready_xid, c.id from pressrun.jobs c
          where c.state = 'available' and pressrun.lane_key(c.queue, c.tenant, c.kind, c.priority) = l.key
            and (c.ready_xid, c.id) >= (l.first_xid, l.first_id)
            and c.queue = l.queue and c.tenant = l.tenant and c.priority = l.priority and c.kind = l.kind
          order by c.ready_xid, c.id limit least(l.room, max_jobs)
          for update skip locked
        ) o
      order by o.ready_xid, o.id limit max_jobs))
    returning j.id, j.kind
  )
  select coalesce(array_agg(t.id), '{}'), coalesce(array_agg(t.kind), '{}') into jobs, kinds from taken t;
end
$$;

-- Takes up to max_jobs: each tenant of the queues in turn its share, from the one after the one this worker served last;
-- what is left then goes to those who have more.
create function pressrun.take_around(
  worker bigint, queues text[], max_jobs int, lease_seconds double precision,
  inout ring_queue text, inout ring_tenant text, out jobs bigint[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_variable
declare
  rooms jsonb;
  share int;
  lane_group record;
  start_queue text := ring_queue;
  start_tenant text := ring_tenant;
  queue text;
  tenant text;
  room int;
  taken record;
  taken_kind text;
  spent jsonb := '{}';
  has_more boolean := false;
begin
  jobs := '{}';
  select count(*) into share from (
    select from pressrun.lanes l where queues is null or l.queue = any (queues) group by l.queue, l.tenant limit max_jobs
  ) tenants;
  if share = 0 then
    return;
  end if;
  share := ceil(max_jobs::numeric / share);
  if exists (select from pressrun.limits) then
    rooms := pressrun.lock_limits(queues);
  end if;
  for pass in 1..2 loop
    queue := null;
    for lane_group in
      select a.* from (
        select l.queue, l.tenant, l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
        where (l.queue, l.tenant) > (start_queue, start_tenant) and (queues is null or l.queue = any (queues))
        group by l.queue, l.tenant, l.priority order by l.queue, l.tenant, l.priority desc
      ) a
      union all
      select b.* from (
        select l.queue, l.tenant, l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
        where (l.queue, l.tenant) <= (start_queue, start_tenant) and (queues is null or l.queue = any (queues))
        group by l.queue, l.tenant, l.priority order by l.queue, l.tenant, l.priority desc
      ) b
    loop
      if (lane_group.queue, lane_group.tenant) is distinct from (queue, tenant) then
        exit when cardinality(jobs) >= max_jobs;
        queue := lane_group.queue;
        tenant := lane_group.tenant;
        room := least(
          case pass when 1 then share else max_jobs end, max_jobs - cardinality(jobs),
          (rooms ->> ('queue ' || queue))::int, (rooms ->> ('tenant ' || tenant))::int);
      end if;
      continue when room <= 0;
      taken := pressrun.take(
        worker, lane_group.lanes,
        array(
          select coalesce((rooms ->> ('kind ' || l.kind))::int, room)
          from unnest(lane_group.lanes) with ordinality as l order by l.ordinality),
        room, lease_seconds);
      continue when taken.jobs = '{}';
      jobs := jobs || taken.jobs;
      room := room - cardinality(taken.jobs);
      if pass = 1 then
        ring_queue := queue;
        ring_tenant := tenant;
        has_more := has_more or room = 0;
      end if;
      if rooms is not null then
        rooms := pressrun.less(rooms, 'queue ' || queue, cardinality(taken.jobs));
        rooms := pressrun.less(rooms, 'tenant ' || tenant, cardinality(taken.jobs));
        foreach taken_kind in array taken.kinds loop
          rooms := pressrun.less(rooms, 'kind ' || taken_kind, 1);
        end loop;
        update pressrun.limits l
        set tokens = pressrun.tokens(l) - cardinality(taken.jobs), refilled_at = clock_timestamp()
        where l.scope = 'tenant' and l.name = tenant and l.rate is not null;
      end if;
    end loop;
    exit when cardinality(jobs) >= max_jobs or not has_more;
  end loop;
end
$$;

create function pressrun.less(rooms jsonb, name text, jobs int) returns jsonb
language sql immutable
as $$ select case when rooms ? name then jsonb_set(rooms, array[name], to_jsonb((rooms ->> name)::int - jobs)) else rooms end $$;

-- Adds up what was appended. One at a time: the caller holds the mark.
create function pressrun.add_up() returns void
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  batch pressrun.batches%rowtype;
  event uuid;
begin
  with gone as (
    delete from pressrun.tallies t where t.ctid = any (array(select u.ctid from pressrun.tallies u limit 20000))
    returning t.*
  ), added as (
    insert into pressrun.totals as o (kind, tenant, state, jobs)
    select g.kind, g.tenant, g.state, sum(g.jobs) from gone g where g.state is not null
    group by g.kind, g.tenant, g.state
    on conflict (kind, tenant, state) do update set jobs = o.jobs + excluded.jobs
  ), sums as (
    select g.batch_id, coalesce(sum(g.jobs) filter (where g.state is null), 0) as jobs,
      coalesce(sum(g.jobs) filter (where g.state = 'completed'), 0) as completed,
      coalesce(sum(g.jobs) filter (where g.state = 'discarded'), 0) as discarded,
      coalesce(sum(g.jobs) filter (where g.state = 'cancelled'), 0) as cancelled
    from gone g where g.batch_id is not null group by g.batch_id
  )
  update pressrun.batches b set
    jobs = b.jobs + s.jobs, completed = b.completed + s.completed, discarded = b.discarded + s.discarded,
    cancelled = b.cancelled + s.cancelled
  from sums s where b.id = s.batch_id;

  for batch in
    select b.* from pressrun.batches b
    where b.completed_at is null and not b.held and b.jobs > 0 and b.jobs <= b.completed + b.discarded + b.cancelled
      and not exists (select from pressrun.tallies t where t.batch_id = b.id)
    order by b.id limit 1000
    for update skip locked
  loop
    update pressrun.batches b set completed_at = clock_timestamp() where b.id = batch.id;
    event := gen_random_uuid();
    -- It is of no job: job_id is 0.
    insert into pressrun.events (id, job_id, type, destination_kind, record)
    select event, 0, 'pressrun.batch.completed', 'none',
      pressrun.event_record(event, 'pressrun.batch.completed', 0, 'batch', now(), jsonb_build_object(
        'batch', batch.id, 'name', batch.name, 'tenant', batch.tenant, 'jobs', batch.jobs,
        'completed', batch.completed, 'discarded', batch.discarded, 'cancelled', batch.cancelled))
        || jsonb_build_object('subject', 'batch/' || batch.id);
  end loop;
end
$$;

-- Takes up a point of upkeep that is due, so that no one else does until the end of the transaction; then it is due again
-- after a while.
create function pressrun.take_up(name text, again interval) returns boolean
language plpgsql
as $$
begin
  if (select m.due_at from pressrun.marks m where m.name = take_up.name) > clock_timestamp() then
    return false;
  end if;
  perform from pressrun.marks m where m.name = take_up.name and m.due_at <= clock_timestamp() for update skip locked;
  if not found then
    return false;
  end if;
  update pressrun.marks m set due_at = clock_timestamp() + again where m.name = take_up.name;
  return true;
end
$$;

create function pressrun.upkeep() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
begin
  if pressrun.take_up('upkeep', interval '1 second') then
    perform pressrun.add_up();
    if pressrun.take_up('sweep', interval '1 minute') then
      perform pressrun.reopen_lanes();
    end if;
  end if;
end
$$;
comment on function pressrun.upkeep is
  'What must be done now and then, by any worker: once a second whichever claim comes first does it.';

drop function pressrun.claim(bigint, text[], int, double precision);
create function pressrun.claim(
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
  select w.ring_queue, w.ring_tenant, w.claim_token, w.claim_xid into ring from pressrun.workers w where w.id = worker;
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
        claim_xid = pg_current_xact_id()
      where w.id = worker;
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
comment on function pressrun.claim is
  'Takes up to max_jobs ready jobs and raises their leases: of each tenant in turn, and of one tenant by priority, then in '
  'the order in which they became ready. No queue means all. The same token again answers the same jobs as long as the '
  'worker''s last claim had it, for a claim whose answer was lost.';

create function pressrun.reopen_lanes() returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off
as $$
declare
  reopened int;
begin
  with recursive firsts as (
    (select f.* from (
      select pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) as key, j.ready_xid, j.id
      from pressrun.jobs j where j.state = 'available'
      order by pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority), j.ready_xid, j.id limit 1) f)
    union all
    select n.* from firsts f cross join lateral (
      select pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) as key, j.ready_xid, j.id
      from pressrun.jobs j
      where j.state = 'available' and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) > f.key
      order by pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority), j.ready_xid, j.id limit 1
    ) n
  )
  insert into pressrun.arrivals (queue, tenant, priority, kind, position)
  select j.queue, j.tenant, j.priority, j.kind, coalesce(j.ready_xid, '0')
  from firsts f join pressrun.jobs j on j.id = f.id
  where not exists (
    select from pressrun.lanes l
    where l.queue = j.queue and l.tenant = j.tenant and l.priority = j.priority and l.kind = j.kind
      and (l.head_xid, l.head_id) <= (j.ready_xid, j.id)
  );
  get diagnostics reopened = row_count;
  return reopened;
end
$$;
comment on function pressrun.reopen_lanes is
  'Announces every lane with ready jobs that claims do not know, such as after rows were written by hand. Upkeep does it '
  'now and then, so that no mistake can leave a job behind for good.';

select pressrun.reopen_lanes();
drop index pressrun.jobs_ready;
drop index pressrun.jobs_running;
