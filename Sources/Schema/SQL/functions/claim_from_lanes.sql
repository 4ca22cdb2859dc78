create or replace function pressrun.claim_from_lanes(
  worker bigint, lanes pressrun.lanes[], capacities int[], max_jobs int, lease_seconds double precision,
  out jobs bigint[], out kinds text[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off
as $$
declare
  firsts xid8[] := '{}';
  ids bigint[] := '{}';
  -- By lane, which has one kind each.
  lane_kinds text[] := '{}';
  templates int[] := '{}';
  first record;
begin
  for n in 1..cardinality(lanes) loop
    first := pressrun.advance_lane(lanes[n]);
    firsts := firsts || first.first_xid;
    ids := ids || first.first_id;
    lane_kinds := lane_kinds || lanes[n].kind;
    templates := templates || pressrun.template_for(worker, lanes[n].kind, lanes[n].tenant);
  end loop;
  with taken as (
    update pressrun.jobs j set
      state = 'running', lease = j.lease + 1, attempt = j.attempt + 1, claimed_by = worker,
      claimed_at = clock_timestamp(), lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
      claim_xid = pg_current_xact_id(), cancel_requested = false, pages_done = null,
      template = coalesce(j.template, templates[array_position(lane_kinds, j.kind)])
    -- Every lane contributes up to max_jobs candidates. Those that are not taken stay locked until the transaction ends.
    where j.ctid = any (array(
      select o.ctid from unnest(lanes, firsts, ids, capacities)
          as l (queue, tenant, priority, kind, key, head_xid, head_id, pending, closing, version, served_at,
            first_xid, first_id, capacity)
        cross join lateral (
          select c.ctid, c.ready_xid, c.id from pressrun.jobs c
          where c.state = 'available' and pressrun.lane_key(c.queue, c.tenant, c.kind, c.priority) = l.key
            and (c.ready_xid, c.id) >= (l.first_xid, l.first_id)
            and c.queue = l.queue and c.tenant = l.tenant and c.priority = l.priority and c.kind = l.kind
          order by c.ready_xid, c.id limit least(l.capacity, max_jobs)
          for update skip locked
        ) o
      order by o.ready_xid, o.id limit max_jobs))
    returning j.id, j.kind
  )
  select coalesce(array_agg(t.id), '{}'), coalesce(array_agg(t.kind), '{}') into jobs, kinds from taken t;
end
$$;
comment on function pressrun.claim_from_lanes is
  'Claims up to max_jobs jobs from lanes of one tenant and priority, in the order in which they became ready. capacities are the '
  'number of jobs that may be taken from each lane.';
