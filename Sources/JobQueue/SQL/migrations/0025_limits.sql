-- Fair shares of what is left, limits that no claim can choke on, and depths that cost the least when a queue is full.

-- What one round leaves goes in equal shares to those who used up theirs in it, round by round. Paused tenants and those
-- whose lane is empty make the first shares smaller, and nobody's part of the whole larger.
create or replace function pressrun.take_around(
  worker bigint, queues text[], max_jobs int, lease_seconds double precision,
  inout ring_queue text, inout ring_tenant text, out jobs bigint[]
)
language plpgsql
-- Lanes are grouped as the index has them, so that those that are not reached are not read.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_hashagg = off
as $$
#variable_conflict use_variable
declare
  limits record;
  has_limits boolean := exists (select from pressrun.limits);
  rooms jsonb;
  -- What limited tenants may still run, of those whose limits this claim has locked.
  locked jsonb := '{}';
  -- The first tenant whose limit another claim had locked.
  busy text;
  has_waited boolean := false;
  share int;
  -- Jobs that are still to be taken.
  remaining int := max_jobs;
  -- Who used up a whole share of the round before, and may have more; null where a round goes around all.
  hungry_queues text[];
  hungry_tenants text[];
  around refcursor;
  lane_group record;
  start_queue text := ring_queue;
  start_tenant text := ring_tenant;
  previous_queue text;
  previous_tenant text;
  queue text;
  tenant text;
  is_limited boolean;
  is_cut boolean;
  is_whole boolean;
  room int;
  tenant_room int;
  taken record;
  taken_kind text;
begin
  jobs := '{}';
  select count(*) into share from (
    select from pressrun.lanes l where queues is null or l.queue = any (queues) group by l.queue, l.tenant limit max_jobs
  ) tenants;
  if share = 0 then
    return;
  end if;
  share := ceil(max_jobs::numeric / share);
  if has_limits then
    limits := pressrun.survey_limits(queues);
    rooms := limits.rooms;
  end if;
  loop
    if hungry_queues is null then
      open around for
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
        ) b;
    else
      open around for
        select h.queue, h.tenant, g.priority, g.lanes
        from unnest(hungry_queues, hungry_tenants) with ordinality as h (queue, tenant, place)
          cross join lateral (
            select l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
            where l.queue = h.queue and l.tenant = h.tenant group by l.priority
          ) g
        order by h.place, g.priority desc;
    end if;
    hungry_queues := '{}';
    hungry_tenants := '{}';
    queue := null;
    loop
      fetch around into lane_group;
      exit when not found;
      if (lane_group.queue, lane_group.tenant) is distinct from (queue, tenant) then
        exit when remaining <= 0;
        queue := lane_group.queue;
        tenant := lane_group.tenant;
        previous_queue := ring_queue;
        previous_tenant := ring_tenant;
        room := least(share, (rooms ->> ('queue ' || queue))::int);
        is_limited := false;
        if has_limits then
          is_limited := coalesce(limits.tenants ? tenant, false);
        end if;
        if is_limited and room > 0 then
          tenant_room := coalesce((locked ->> tenant)::int, (limits.tenants ->> tenant)::int);
          if tenant_room > 0 and not locked ? tenant then
            tenant_room := pressrun.tenant_room(tenant, tenant_room, limits.seen);
            if tenant_room is null then
              busy := coalesce(busy, tenant);
            else
              locked := locked || jsonb_build_object(tenant, tenant_room);
            end if;
          end if;
          room := least(room, coalesce(tenant_room, 0));
        end if;
        is_whole := room = share;
        is_cut := room > remaining;
        room := least(room, remaining);
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
      remaining := remaining - cardinality(taken.jobs);
      if room = 0 and is_cut then
        -- Whose turn the end of the claim cuts short is the first of the next one.
        ring_queue := previous_queue;
        ring_tenant := previous_tenant;
      else
        ring_queue := queue;
        ring_tenant := tenant;
      end if;
      if room = 0 and is_whole then
        hungry_queues := hungry_queues || queue;
        hungry_tenants := hungry_tenants || tenant;
      end if;
      if has_limits then
        rooms := pressrun.less(rooms, 'queue ' || queue, cardinality(taken.jobs));
        foreach taken_kind in array taken.kinds loop
          rooms := pressrun.less(rooms, 'kind ' || taken_kind, 1);
        end loop;
      end if;
      if is_limited then
        locked := pressrun.less(locked, tenant, cardinality(taken.jobs));
        update pressrun.limits l set
          claim_xid = pg_current_xact_id(),
          tokens = coalesce(pressrun.tokens(l) - cardinality(taken.jobs), l.tokens),
          refilled_at = case when l.rate is null then l.refilled_at else clock_timestamp() end
        where l.scope = 'tenant' and l.name = tenant;
      end if;
    end loop;
    close around;
    exit when remaining <= 0;
    if hungry_queues <> '{}' then
      share := ceil(remaining::numeric / cardinality(hungry_queues));
    else
      -- Whoever leaves with nothing would come back late: rather wait for that one claim to end. Nothing is held meanwhile
      -- that the other may want.
      exit when busy is null or has_waited or jobs <> '{}' or locked <> '{}';
      perform from pressrun.limits l where l.scope = 'tenant' and l.name = busy for update;
      limits := pressrun.survey_limits(queues);
      rooms := limits.rooms;
      has_waited := true;
      hungry_queues := null;
    end if;
  end loop;
end
$$;

-- A claim that cannot work out what a tenant may run fails, and with it every worker that meets the tenant.
create or replace function pressrun.tokens(limited pressrun.limits) returns double precision
language sql stable
as $$
  -- However a row came to hold more or less than set_limits takes: least passes over infinity, and over NaN, which is more.
  select case when (limited).rate is not null then least(
    1e6, coalesce((limited).burst, greatest((limited).rate, 1)),
    least((limited).tokens, 1e6) + greatest(1e-6, least((limited).rate, 1e6))
      * greatest(0, extract(epoch from clock_timestamp() - (limited).refilled_at))) end
$$;

update pressrun.limits set
  rate = case when rate is not null then greatest(1e-6, least(rate, 1e6)) end,
  burst = case when burst is not null then least(burst, 1e6) end, tokens = least(tokens, 1e6)
where rate > 1e6 or rate < 1e-6 or burst > 1e6 or tokens > 1e6;

create or replace function pressrun.set_limits(
  scope text, name text, max_running int default null, max_depth int default null,
  rate double precision default null, burst double precision default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_limits.scope, set_limits.name);
  if set_limits.scope <> 'queue' and set_limits.max_depth is not null then
    raise exception 'only a queue has a depth' using errcode = 'PR004';
  elsif set_limits.scope <> 'tenant' and (set_limits.rate is not null or set_limits.burst is not null) then
    raise exception 'only a tenant has a rate' using errcode = 'PR004';
  elsif set_limits.max_running < 0 or set_limits.max_depth < 0 then
    raise exception 'limits are not negative' using errcode = 'PR004';
  -- NaN is more than any number.
  elsif set_limits.rate not between 1e-6 and 1e6 then
    raise exception 'a rate is % a second, not from 0.000001 to 1000000', set_limits.rate using errcode = 'PR004';
  elsif set_limits.burst not between 1 and 1e6 then
    raise exception 'a burst is %, not from 1 to 1000000', set_limits.burst using errcode = 'PR004';
  end if;
  insert into pressrun.limits as l (scope, name, max_running, max_depth, rate, burst, tokens)
  values (
    set_limits.scope, set_limits.name, set_limits.max_running, set_limits.max_depth, set_limits.rate, set_limits.burst,
    coalesce(set_limits.burst, greatest(set_limits.rate, 1), 0))
  on conflict (scope, name) do update set
    max_running = excluded.max_running, max_depth = excluded.max_depth, rate = excluded.rate, burst = excluded.burst,
    -- A tenant that was limited before keeps what it has; another one begins with a full bucket.
    tokens = case when l.rate is null then excluded.tokens else least(l.tokens, excluded.tokens) end;
  if set_limits.max_depth is not null then
    insert into pressrun.depths (queue) values (set_limits.name) on conflict do nothing;
  end if;
  delete from pressrun.limits l
  where l.scope = set_limits.scope and l.name = set_limits.name
    and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
end
$$;

-- Depths. What was counted stands apart from the limits, whose rows claims wait for.
create table pressrun.depths (
  queue text primary key,
  max_depth int,
  jobs int,
  sequence bigint,
  xid xid8,
  pending xid8[] not null default '{}',
  holds_until timestamptz not null default '-infinity'
) with (fillfactor = 50);
comment on table pressrun.depths is 'Ready jobs of queues with a limit of these, when they were last counted.';
comment on column pressrun.depths.max_depth is 'The limit then. There is no counting beyond it.';
comment on column pressrun.depths.sequence is 'The last id of a job before that: there are no more new ones since than ids.';
comment on column pressrun.depths.xid is 'No transaction from this one on was counted, nor those in pending.';
comment on column pressrun.depths.holds_until is 'Until when nobody counts again: see check_depth.';
insert into pressrun.depths (queue) select l.name from pressrun.limits l where l.max_depth is not null;
comment on column pressrun.limits.depth_seen is 'Not used any more, nor is depth_sequence: see depths.';

create function pressrun.depth_holds(max_depth int) returns double precision
language sql immutable
as $$ select least(10, greatest(0.0001, max_depth / 1e5)) $$;
comment on function pressrun.depth_holds is
  'How many seconds a count of a queue''s ready jobs holds. Counting takes about a twentieth of that, and claims cannot '
  'empty a full queue in it.';

create function pressrun.ready_jobs(queue text, since xid8, most int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
begin
  return (
    select count(*) from (
      select from (
        -- Where each lane begins: as advance finds it.
        select distinct on (s.tenant, s.priority, s.kind) s.tenant, s.priority, s.kind, s.xid, s.id from (
          select l.tenant, l.priority, l.kind,
            case when l.head_xid > pg_snapshot_xmax(pg_current_snapshot()) then '0' else l.head_xid end as xid,
            l.head_id as id
          from pressrun.lanes l where l.queue = ready_jobs.queue
          union all
          select l.tenant, l.priority, l.kind, p, 0 from pressrun.lanes l cross join unnest(l.pending) p
          where l.queue = ready_jobs.queue and pg_visible_in_snapshot(p, pg_current_snapshot())
          union all
          select a.tenant, a.priority, a.kind, a.position, 0 from pressrun.arrivals a where a.queue = ready_jobs.queue
        ) s
        order by s.tenant, s.priority, s.kind, s.xid, s.id
      ) lane cross join lateral (
        select from pressrun.jobs j
        where j.state = 'available' and j.queue = ready_jobs.queue and j.tenant = lane.tenant and j.kind = lane.kind
          and j.priority = lane.priority
          and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
            = pressrun.lane_key(ready_jobs.queue, lane.tenant, lane.kind, lane.priority)
          -- One bound: of two the index would begin at the first.
          and (j.ready_xid, j.id) >= (
            greatest(lane.xid, ready_jobs.since), case when lane.xid >= ready_jobs.since then lane.id else 0 end)
        limit ready_jobs.most
      ) waiting
      limit ready_jobs.most
    ) counted);
end
$$;
comment on function pressrun.ready_jobs is
  'How many jobs of a queue are ready since a transaction, so many at most. Reads no more than it counts, and its lanes.';

create function pressrun.ready_of(queue text, transactions xid8[], most int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
begin
  return (
    select count(*) from (
      select from (
        select l.tenant, l.priority, l.kind from pressrun.lanes l where l.queue = ready_of.queue
        union
        select a.tenant, a.priority, a.kind from pressrun.arrivals a where a.queue = ready_of.queue
      ) lane cross join unnest(ready_of.transactions) x cross join lateral (
        select from pressrun.jobs j
        where j.state = 'available' and j.queue = ready_of.queue and j.tenant = lane.tenant and j.kind = lane.kind
          and j.priority = lane.priority
          and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
            = pressrun.lane_key(ready_of.queue, lane.tenant, lane.kind, lane.priority)
          and j.ready_xid = x
        limit ready_of.most
      ) waiting
      limit ready_of.most
    ) counted);
end
$$;
comment on function pressrun.ready_of is 'How many ready jobs of a queue these transactions made so, so many at most.';

-- Counts the ready jobs of a queue, and keeps that where nobody else is about to. What this transaction makes ready, before
-- or after, is told apart from the count, as what others in progress make ready is.
create function pressrun.count_depth(queue text, max_depth int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  -- These are read before the jobs: what comes between is counted twice rather than not at all.
  last_id bigint := coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0);
  snapshot pg_snapshot := pg_current_snapshot();
  frontier xid8 := pg_snapshot_xmax(snapshot);
  self xid8 := pg_current_xact_id_if_assigned();
  depth int := pressrun.ready_jobs(queue, '0', max_depth);
begin
  -- A transaction with a snapshot of its own may see what is long past.
  if current_setting('transaction_isolation') = 'read committed' then
    perform from pressrun.depths d where d.queue = count_depth.queue for update skip locked;
    if found then
      update pressrun.depths d set
        max_depth = count_depth.max_depth, sequence = last_id, xid = frontier,
        jobs = depth - case when self is null then 0 else pressrun.ready_of(queue, array[self], depth) end,
        pending = array(select x from pg_snapshot_xip(snapshot) x) || case when self < frontier then array[self] end,
        holds_until = clock_timestamp() + make_interval(secs => pressrun.depth_holds(count_depth.max_depth))
      where d.queue = count_depth.queue;
    end if;
  end if;
  return depth;
end
$$;

create or replace function pressrun.check_depth(queue text, added int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  most int;
  counted pressrun.depths%rowtype;
  depth int;
  room int;
begin
  select l.max_depth into most from pressrun.limits l
  where l.scope = 'queue' and l.name = check_depth.queue and l.max_depth is not null;
  if not found then
    return;
  end if;
  select d.* into counted from pressrun.depths d where d.queue = check_depth.queue and d.max_depth = most;
  -- What may have become ready since it was counted. Looking is only needed where so many ids were drawn meanwhile.
  room := most - counted.jobs - added;
  if coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0) - counted.sequence <= room then
    return;
  end if;
  if counted.holds_until > clock_timestamp() then
    depth := counted.jobs;
    if room >= 0 then
      depth := depth + pressrun.ready_jobs(queue, counted.xid, room + 1)
        + case when counted.pending = '{}' then 0 else pressrun.ready_of(queue, counted.pending, room + 1) end;
    end if;
  else
    depth := pressrun.count_depth(queue, most);
  end if;
  if depth + added > most then
    raise exception 'queue "%" is full: % jobs wait in it, and it takes %', queue, depth, most
      using errcode = 'PR010', hint = 'Try again later, or raise the limit: pressrun queue limit.';
  end if;
end
$$;
comment on function pressrun.check_depth is
  'Raises PR010 where a queue has no room for so many more ready jobs, by its last count and what became ready since. '
  'Producers one after the other never pass the limit; those at the same moment may each find the same room. Jobs whose time '
  'comes and jobs that are tried again are let in, and counted within about ten seconds. Room that claims make is found once '
  'the count is over: after a second for each 100,000 of the limit, ten at most.';

create function pressrun.count_depths() returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  last_id bigint;
  worn record;
begin
  if not exists (select from pressrun.limits l where l.max_depth is not null) then
    return;
  end if;
  last_id := coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0);
  for worn in
    select d.queue, l.max_depth
    from pressrun.limits l join pressrun.depths d on d.queue = l.name
    -- Before the count is over, or producers would count until the next time.
    where l.scope = 'queue' and l.max_depth is not null and d.holds_until <= clock_timestamp() + interval '1.5 seconds'
      and (d.max_depth is distinct from l.max_depth or d.jobs + (last_id - d.sequence) >= l.max_depth
        -- Jobs whose time has come, or that are tried again, have old ids.
        or d.holds_until < clock_timestamp() - interval '10 seconds')
    order by d.holds_until limit 100
    -- Whoever has a row has just counted.
    for update of d skip locked
  loop
    perform pressrun.count_depth(worn.queue, worn.max_depth);
  end loop;
end
$$;
comment on function pressrun.count_depths is
  'Counts queues that may have come to their limit since they were last counted, so that producers need not. Upkeep does it.';

create or replace function pressrun.upkeep() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  if not pressrun.take_up('upkeep', interval '1 second') then
    return;
  end if;
  perform pressrun.forget();
  -- Claims do this on their way. What goes wrong here is to be mended, and stops none of them.
  begin
    perform pressrun.run_schedules();
  exception when others then
    raise warning 'upkeep: schedules: %', sqlerrm;
  end;
  begin
    perform pressrun.add_up();
  exception when others then
    raise warning 'upkeep: counts: %', sqlerrm;
  end;
  begin
    perform pressrun.count_depths();
  exception when others then
    raise warning 'upkeep: depths: %', sqlerrm;
  end;
  if pressrun.take_up('sweep', interval '1 minute') then
    perform pressrun.reopen_lanes();
  end if;
end
$$;

revoke execute on function
  pressrun.ready_jobs(text, xid8, int), pressrun.ready_of(text, xid8[], int), pressrun.depth_holds(int), pressrun.count_depth(text, int), pressrun.count_depths()
from public;
