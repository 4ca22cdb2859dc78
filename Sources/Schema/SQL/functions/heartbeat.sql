create or replace function pressrun.heartbeat(
  worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages int[] default null,
  memory bigint default null
) returns table (job_id bigint, lease bigint, cancel_requested boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  -- Once per call rather than once per job.
  holds_deliveries boolean := pressrun.may_hold(true);
  holds_jobs boolean := pressrun.may_hold(false);
begin
  update pressrun.workers w
  set heartbeat_at = clock_timestamp(), running = cardinality(jobs), stopped_at = null,
    memory_bytes = coalesce(heartbeat.memory, w.memory_bytes)
  where w.id = worker;
  return query
    -- Jobs are always locked in the order of their ids, so that concurrent batches cannot deadlock.
    with held as materialized (
      select j.id, h.pages, h.pages is distinct from j.pages_done as is_progress
      from unnest(jobs, leases, pages) as h (id, lease, pages) join pressrun.jobs j on j.id = h.id
      where j.lease = h.lease and j.state::text = 'running'
        and case when j.kind like 'deliver.%' then holds_deliveries else holds_jobs end
      order by j.id for update of j
    ), extended as (
      update pressrun.jobs j set
        lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
        pages_done = coalesce(held.pages, j.pages_done)
      from held where j.id = held.id
      returning j as job, held.pages is not null and held.is_progress as is_progress
    ), recorded as (
      select pressrun.write_event(
        e.job, 'pressrun.job.progress', jsonb_build_object('lease', (e.job).lease, 'pagesDone', (e.job).pages_done))
      from extended e where e.is_progress
    )
    -- The condition is always true; without a reference, "recorded" would not be evaluated.
    select (e.job).id, (e.job).lease, (e.job).cancel_requested from extended e where (select count(*) from recorded) >= 0;
end
$$;
comment on function pressrun.heartbeat is
  'Extends the leases that are still held and returns them, and whether to stop the job. A lease that is not returned is lost, or '
  'of a job that the login may not hold. '
  'pages is the number of finished pages of each job; a change is recorded as an event. memory is the resident memory of the '
  'worker in bytes.';
grant execute on function pressrun.heartbeat to pressrun_worker;
grant execute on function pressrun.heartbeat to pressrun_relay;
