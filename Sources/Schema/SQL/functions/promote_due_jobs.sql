create or replace function pressrun.promote_due_jobs(max_jobs int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off
as $$
declare
  started timestamptz := clock_timestamp();
  lane record;
  promoted int := 0;
begin
  if (select t.due_at from pressrun.maintenance_tasks t where t.name = 'promote_due_jobs') > started then
    return 0;
  end if;
  for lane in
    with due as materialized (
      select j.id from pressrun.jobs j
      where j.state in ('scheduled', 'retryable') and j.run_at <= clock_timestamp()
      order by j.run_at limit max_jobs
      for update skip locked
    ), moved as (
      update pressrun.jobs j set state = 'available', ready_xid = pg_current_xact_id() from due where j.id = due.id
      returning j.queue, j.tenant, j.priority, j.kind
    )
    select m.queue, m.tenant, m.priority, m.kind, count(*)::int as jobs from moved m
    group by m.queue, m.tenant, m.priority, m.kind
    order by m.queue, m.tenant, m.priority desc, m.kind
  loop
    perform pressrun.request_lane(lane.queue, lane.tenant, lane.priority, lane.kind, pg_current_xact_id());
    perform pressrun.notify_workers(lane.queue);
    promoted := promoted + lane.jobs;
  end loop;
  -- While an old snapshot prevents vacuum from removing the index entries of promoted jobs, every search reads them again.
  -- If a search was slow, the next one is delayed by 20 times its duration, so that searches take about 5 % of the time.
  if promoted < max_jobs and clock_timestamp() - started > interval '5 milliseconds' then
    perform from pressrun.maintenance_tasks t where t.name = 'promote_due_jobs' for update skip locked;
    if found then
      update pressrun.maintenance_tasks t set due_at = clock_timestamp() + 20 * (clock_timestamp() - started)
      where t.name = 'promote_due_jobs';
    end if;
  end if;
  return promoted;
end
$$;
comment on function pressrun.promote_due_jobs is
  'Makes scheduled and retryable jobs whose time has come available, up to max_jobs of them. Returns how many.';
