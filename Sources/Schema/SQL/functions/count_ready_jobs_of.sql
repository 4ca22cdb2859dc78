create or replace function pressrun.count_ready_jobs_of(queue text, transactions xid8[], max_jobs int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select count(*) from (
      select from (
        select l.tenant, l.priority, l.kind from pressrun.lanes l where l.queue = count_ready_jobs_of.queue
        union
        select r.tenant, r.priority, r.kind from pressrun.lane_requests r where r.queue = count_ready_jobs_of.queue
      ) lane cross join unnest(count_ready_jobs_of.transactions) x cross join lateral (
        select from pressrun.jobs j
        where j.state = 'available' and j.queue = count_ready_jobs_of.queue and j.tenant = lane.tenant
          and j.kind = lane.kind and j.priority = lane.priority
          and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
            = pressrun.lane_key(count_ready_jobs_of.queue, lane.tenant, lane.kind, lane.priority)
          and j.ready_xid = x
        limit count_ready_jobs_of.max_jobs
      ) ready
      limit count_ready_jobs_of.max_jobs
    ) counted);
end
$$;
comment on function pressrun.count_ready_jobs_of is
  'Counts the ready jobs of a queue that became ready in given transactions, up to max_jobs.';
