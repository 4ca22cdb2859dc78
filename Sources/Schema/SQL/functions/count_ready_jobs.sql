create or replace function pressrun.count_ready_jobs(queue text, since xid8, max_jobs int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select count(*) from (
      select from (
        -- The head of each lane, as advance_lane finds it.
        select distinct on (s.tenant, s.priority, s.kind) s.tenant, s.priority, s.kind, s.xid, s.id from (
          select l.tenant, l.priority, l.kind,
            case when l.head_xid > pg_snapshot_xmax(pg_current_snapshot()) then '0' else l.head_xid end as xid,
            l.head_id as id
          from pressrun.lanes l where l.queue = count_ready_jobs.queue
          union all
          select l.tenant, l.priority, l.kind, p, 0 from pressrun.lanes l cross join unnest(l.pending) p
          where l.queue = count_ready_jobs.queue and pg_visible_in_snapshot(p, pg_current_snapshot())
          union all
          select r.tenant, r.priority, r.kind, r.xid, 0 from pressrun.lane_requests r
          where r.queue = count_ready_jobs.queue
        ) s
        order by s.tenant, s.priority, s.kind, s.xid, s.id
      ) lane cross join lateral (
        select from pressrun.jobs j
        where j.state = 'available' and j.queue = count_ready_jobs.queue and j.tenant = lane.tenant
          and j.kind = lane.kind and j.priority = lane.priority
          and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
            = pressrun.lane_key(count_ready_jobs.queue, lane.tenant, lane.kind, lane.priority)
          -- A single lower bound, because an index scan would use only the first of two.
          and (j.ready_xid, j.id) >= (
            greatest(lane.xid, count_ready_jobs.since),
            case when lane.xid >= count_ready_jobs.since then lane.id else 0 end)
        limit count_ready_jobs.max_jobs
      ) ready
      limit count_ready_jobs.max_jobs
    ) counted);
end
$$;
comment on function pressrun.count_ready_jobs is
  'Counts the ready jobs of a queue that became ready in transaction `since` or later, up to max_jobs. Reads the lanes '
  'of the queue, and no more jobs than it counts.';
