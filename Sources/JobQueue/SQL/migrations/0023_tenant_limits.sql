-- Limits of tenants that cost as much as the tenants that a claim serves, however many are limited. Before, each claim locked
-- the limits of all tenants with ready jobs, so claims went one after the other wherever any tenant was limited.
--
-- A claim counts what runs once, without locks. Of a tenant that it is about to serve it then locks the limit; where that is
-- another claim's just now, it goes on to the next tenant. The limit's row names the last claim of that tenant: where the
-- count has seen it, no job can have begun since, and the count holds.

alter table pressrun.limits add column claim_xid xid8;
comment on column pressrun.limits.claim_xid is 'Of a tenant: the transaction that claimed of it last.';

create function pressrun.survey_limits(queues text[], out rooms jsonb, out tenants jsonb, out seen pg_snapshot)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
begin
  -- Claims that the limit of a queue or a kind concerns go one after the other, in one order everywhere; the next statement
  -- sees what the one before has claimed.
  perform from pressrun.limits l
  where (l.max_running is not null or l.rate is not null)
    and (l.scope = 'queue' and (queues is null or l.name = any (queues)) or l.scope = 'kind')
  order by l.scope, l.name
  for update;
  with running as materialized (
    select j.queue, j.tenant, j.kind, count(*) as jobs from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
    group by j.queue, j.tenant, j.kind
  ), sums as materialized (
    -- Looked up by name: a join without hashing or sorting would compare each limit with each sum.
    select jsonb_object_agg(s.scope || ' ' || s.name, s.jobs) as jobs from (
      select 'queue' as scope, r.queue as name, sum(r.jobs) as jobs from running r group by r.queue
      union all select 'tenant', r.tenant, sum(r.jobs) from running r group by r.tenant
      union all select 'kind', r.kind, sum(r.jobs) from running r group by r.kind
    ) s
  ), held as (
    select l.scope, l.name,
      case when l.paused then 0
        else greatest(0, least(
          l.max_running - coalesce((select s.jobs ->> (l.scope || ' ' || l.name) from sums s)::bigint, 0),
          floor(pressrun.tokens(l)))) end as room
    from pressrun.limits l where l.paused or l.max_running is not null or l.rate is not null
  )
  select
    jsonb_object_agg(h.scope || ' ' || h.name, h.room) filter (where h.scope <> 'tenant'),
    jsonb_object_agg(h.name, h.room) filter (where h.scope = 'tenant'),
    pg_current_snapshot()
  into rooms, tenants, seen
  from held h;
end
$$;
comment on function pressrun.survey_limits is
  'How many more jobs each limited queue and kind may run, such as {"queue a": 2}, which no other claim changes until the end '
  'of the transaction; the same of limited tenants by their names, as seen in a snapshot; 0 where it is paused.';

create function pressrun.tenant_room(tenant text, room int, seen pg_snapshot) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  limited pressrun.limits%rowtype;
begin
  select l.* into limited from pressrun.limits l where l.scope = 'tenant' and l.name = tenant_room.tenant
  for update skip locked;
  if not found then
    return null;
  elsif limited.paused then
    return 0;
  elsif limited.claim_xid is not null and not pg_visible_in_snapshot(limited.claim_xid, seen)
    and limited.claim_xid <> pg_current_xact_id()
  then
    room := limited.max_running - (
      select count(*) from pressrun.jobs j
      where j.state = 'running' and j.claim_xid >= pressrun.running_floor() and j.tenant = tenant_room.tenant);
  end if;
  return greatest(0, least(room, floor(pressrun.tokens(limited))));
end
$$;
comment on function pressrun.tenant_room is
  'Locks the limit of a tenant. How many more of its jobs may run, where that was `room` in a snapshot; null where another claim '
  'has it locked.';

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
  share int;
  lane_group record;
  start_queue text := ring_queue;
  start_tenant text := ring_tenant;
  queue text;
  tenant text;
  is_limited boolean;
  room int;
  tenant_room int;
  taken record;
  taken_kind text;
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
  if has_limits then
    limits := pressrun.survey_limits(queues);
    rooms := limits.rooms;
  end if;
  for pass in 1..3 loop
    if pass = 3 then
      -- Whoever leaves with nothing would come back late: rather wait for that one claim to end. Nothing is held meanwhile
      -- that the other may want.
      exit when busy is null or jobs <> '{}' or locked <> '{}';
      perform from pressrun.limits l where l.scope = 'tenant' and l.name = busy for update;
      limits := pressrun.survey_limits(queues);
      rooms := limits.rooms;
    elsif pass = 2 then
      continue when cardinality(jobs) >= max_jobs or not has_more;
    end if;
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
          (rooms ->> ('queue ' || queue))::int);
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
      if pass <> 2 then
        ring_queue := queue;
        ring_tenant := tenant;
        has_more := has_more or room = 0;
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
  end loop;
end
$$;

drop function pressrun.lock_limits(text[]);

revoke execute on function pressrun.survey_limits(text[]), pressrun.tenant_room(text, int, pg_snapshot) from public;
