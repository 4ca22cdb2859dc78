create or replace function pressrun.read_capacity(
  queues text[], out capacity jsonb, out tenants jsonb, out snapshot pg_snapshot
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
begin
  -- Claims under the same queue or kind limit run one after the other, and lock limits in this order so that they cannot
  -- deadlock. The next statement sees what the previous claim took.
  perform from pressrun.limits l
  where (l.max_running is not null or l.rate is not null)
    and (l.scope = 'queue' and (queues is null and l.name not like 'deliveries.%' or l.name = any (queues))
      or l.scope = 'kind')
  order by l.scope, l.name
  for update;
  with running as materialized (
    select j.queue, j.tenant, j.kind, count(*) as jobs from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim()
    group by j.queue, j.tenant, j.kind
  ), sums as materialized (
    -- The sums are put into a JSON object, in which each limit is looked up by name. With hash and merge joins disabled, a
    -- join would be a nested loop over all limits and all sums.
    select jsonb_object_agg(s.scope || ' ' || s.name, s.jobs) as jobs from (
      select 'queue' as scope, r.queue as name, sum(r.jobs) as jobs from running r group by r.queue
      union all select 'tenant', r.tenant, sum(r.jobs) from running r group by r.tenant
      union all select 'kind', r.kind, sum(r.jobs) from running r group by r.kind
    ) s
  ), limited as (
    select l.scope, l.name,
      case when l.paused then 0
        else greatest(0, least(
          l.max_running - coalesce((select s.jobs ->> (l.scope || ' ' || l.name) from sums s)::bigint, 0),
          floor(pressrun.available_tokens(l)))) end as capacity
    from pressrun.limits l where l.paused or l.max_running is not null or l.rate is not null
  )
  select
    jsonb_object_agg(l.scope || ' ' || l.name, l.capacity) filter (where l.scope <> 'tenant'),
    jsonb_object_agg(l.name, l.capacity) filter (where l.scope = 'tenant'),
    pg_current_snapshot()
  into capacity, tenants, snapshot
  from limited l;
end
$$;
comment on function pressrun.read_capacity is
  'Reads how many more jobs each limited scope may run; 0 if it is paused. capacity has queues and kinds, such as '
  '{"queue a": 2}, and locks their limits until the transaction ends. tenants has tenants by name, as of the snapshot returned; '
  'their limits are not locked.';
