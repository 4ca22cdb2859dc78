create or replace function pressrun.claim_round_robin(
  worker bigint, queues text[], max_jobs int, lease_seconds double precision,
  inout last_queue text, inout last_tenant text, queue_capacity jsonb, served_kinds text[] default null,
  out jobs bigint[]
)
language plpgsql
-- Groups are formed in index order, not by hashing, so that lanes are read only as far as the loop fetches groups.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_hashagg = off
as $$
#variable_conflict use_variable
declare
  limits record;
  has_limits boolean := exists (select from pressrun.limits);
  -- How many more jobs of limited queues and kinds may run.
  capacity jsonb;
  -- How many more jobs may run of limited tenants that this claim has locked.
  locked jsonb := '{}';
  -- The first tenant whose limit another claim had locked.
  busy text;
  has_waited boolean := false;
  -- Jobs that each tenant may take in this round.
  share int;
  remaining int := max_jobs;
  -- Tenants that used up a full share of the previous round and may have more; null in a round over all tenants.
  backlogged_queues text[];
  backlogged_tenants text[];
  groups refcursor;
  lane_group record;
  start_queue text := last_queue;
  start_tenant text := last_tenant;
  previous_queue text;
  previous_tenant text;
  queue text;
  tenant text;
  is_limited boolean;
  is_full_share boolean;
  is_truncated boolean;
  quota int;
  tenant_capacity int;
  taken record;
  taken_kind text;
begin
  jobs := '{}';
  select count(*) into share from (
    select from pressrun.lanes l
    where (queues is null and l.queue not like 'deliveries.%' or l.queue = any (queues))
      and (served_kinds is null or l.kind = any (served_kinds))
    group by l.queue, l.tenant limit max_jobs
  ) tenants;
  if share = 0 then
    return;
  end if;
  share := ceil(max_jobs::numeric / share);
  if has_limits then
    limits := pressrun.read_capacity(queues);
    capacity := limits.capacity;
  end if;
  capacity := pressrun.least_capacity(capacity, queue_capacity);
  loop
    if backlogged_queues is null then
      open groups for
        select a.* from (
          select l.queue, l.tenant, l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
          where (l.queue, l.tenant) > (start_queue, start_tenant)
            and (queues is null and l.queue not like 'deliveries.%' or l.queue = any (queues))
            and (served_kinds is null or l.kind = any (served_kinds))
          group by l.queue, l.tenant, l.priority order by l.queue, l.tenant, l.priority desc
        ) a
        union all
        select b.* from (
          select l.queue, l.tenant, l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
          where (l.queue, l.tenant) <= (start_queue, start_tenant)
            and (queues is null and l.queue not like 'deliveries.%' or l.queue = any (queues))
            and (served_kinds is null or l.kind = any (served_kinds))
          group by l.queue, l.tenant, l.priority order by l.queue, l.tenant, l.priority desc
        ) b;
    else
      open groups for
        select b.queue, b.tenant, g.priority, g.lanes
        from unnest(backlogged_queues, backlogged_tenants) with ordinality as b (queue, tenant, place)
          cross join lateral (
            select l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
            where l.queue = b.queue and l.tenant = b.tenant and (served_kinds is null or l.kind = any (served_kinds))
            group by l.priority
          ) g
        order by b.place, g.priority desc;
    end if;
    backlogged_queues := '{}';
    backlogged_tenants := '{}';
    queue := null;
    loop
      fetch groups into lane_group;
      exit when not found;
      if (lane_group.queue, lane_group.tenant) is distinct from (queue, tenant) then
        -- The next tenant: work out how many jobs it may take in this round.
        exit when remaining <= 0;
        queue := lane_group.queue;
        tenant := lane_group.tenant;
        previous_queue := last_queue;
        previous_tenant := last_tenant;
        quota := least(share, (capacity ->> ('queue ' || queue))::int);
        is_limited := false;
        if has_limits then
          is_limited := coalesce(limits.tenants ? tenant, false);
        end if;
        if is_limited and quota > 0 then
          tenant_capacity := coalesce((locked ->> tenant)::int, (limits.tenants ->> tenant)::int);
          if tenant_capacity > 0 and not locked ? tenant then
            tenant_capacity := pressrun.lock_tenant_capacity(tenant, tenant_capacity, limits.snapshot);
            if tenant_capacity is null then
              busy := coalesce(busy, tenant);
            else
              locked := locked || jsonb_build_object(tenant, tenant_capacity);
            end if;
          end if;
          quota := least(quota, coalesce(tenant_capacity, 0));
        end if;
        is_full_share := quota = share;
        is_truncated := quota > remaining;
        quota := least(quota, remaining);
      end if;
      continue when quota <= 0;
      taken := pressrun.claim_from_lanes(
        worker, lane_group.lanes,
        array(
          select coalesce((capacity ->> ('kind ' || l.kind))::int, quota)
          from unnest(lane_group.lanes) with ordinality as l order by l.ordinality),
        quota, lease_seconds);
      continue when taken.jobs = '{}';
      jobs := jobs || taken.jobs;
      quota := quota - cardinality(taken.jobs);
      remaining := remaining - cardinality(taken.jobs);
      if quota = 0 and is_truncated then
        -- The tenant got less than its share because max_jobs was reached: the next claim begins with this tenant.
        last_queue := previous_queue;
        last_tenant := previous_tenant;
      else
        last_queue := queue;
        last_tenant := tenant;
      end if;
      if quota = 0 and is_full_share then
        backlogged_queues := backlogged_queues || queue;
        backlogged_tenants := backlogged_tenants || tenant;
      end if;
      if capacity is not null then
        capacity := pressrun.subtract_capacity(capacity, 'queue ' || queue, cardinality(taken.jobs));
        foreach taken_kind in array taken.kinds loop
          capacity := pressrun.subtract_capacity(capacity, 'kind ' || taken_kind, 1);
        end loop;
      end if;
      if has_limits then
        -- read_capacity has locked the row.
        update pressrun.limits l set
          tokens = pressrun.available_tokens(l) - cardinality(taken.jobs), refilled_at = clock_timestamp()
        where l.scope = 'queue' and l.name = queue and l.rate is not null;
      end if;
      if is_limited then
        locked := pressrun.subtract_capacity(locked, tenant, cardinality(taken.jobs));
        update pressrun.limits l set
          claim_xid = pg_current_xact_id(),
          tokens = coalesce(pressrun.available_tokens(l) - cardinality(taken.jobs), l.tokens),
          refilled_at = case when l.rate is null then l.refilled_at else clock_timestamp() end
        where l.scope = 'tenant' and l.name = tenant;
      end if;
    end loop;
    close groups;
    exit when remaining <= 0;
    if backlogged_queues <> '{}' then
      share := ceil(remaining::numeric / cardinality(backlogged_queues));
    else
      -- Wait for the competing claim instead of returning no jobs. This cannot deadlock: this claim has locked no tenant, and
      -- the other has locked its queue and kind limits before the tenant.
      exit when busy is null or has_waited or jobs <> '{}' or locked <> '{}';
      perform from pressrun.limits l where l.scope = 'tenant' and l.name = busy for update;
      limits := pressrun.read_capacity(queues);
      capacity := pressrun.least_capacity(limits.capacity, queue_capacity);
      has_waited := true;
      backlogged_queues := null;
    end if;
  end loop;
end
$$;
comment on function pressrun.claim_round_robin is
  'Claims up to max_jobs jobs, an equal share for each tenant of each queue, starting after the tenant served last. Jobs that a '
  'round leaves unclaimed are divided among the tenants that used up their share in it, round by round. Paused tenants and '
  'tenants with empty lanes reduce only the share of the first round. queue_capacity limits queues further, such as '
  '{"queue a": 2}. Only jobs of served_kinds are claimed, or all if it is null.';
