create or replace function pressrun.prune(max_jobs int default 500, out jobs int, out attempts int, out events int, out more boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  start_id bigint;
  reached bigint;
  affected int;
  gone bigint[];
  is_round_complete boolean;
begin
  jobs := 0;
  attempts := 0;
  events := 0;
  more := false;
  -- The lock makes concurrent calls run one after the other, each from the id that the previous one reached.
  select t.last_job_id into start_id from pressrun.maintenance_tasks t where t.name = 'prune' for update;
  select max(n.id) into reached from (
    select j.id from pressrun.jobs j where j.id > start_id order by j.id limit max_jobs
  ) n;
  gone := array(
    select j.id from pressrun.jobs j
    where j.id > start_id and j.id <= reached and j.state in ('completed', 'cancelled', 'discarded') and pressrun.is_prunable(j)
    order by j.id
    for update skip locked);
  gone := pressrun.with_deliveries(gone);
  if gone <> '{}' then
    select r.jobs, r.attempts, r.events into jobs, attempts, events from pressrun.remove_jobs(gone) r;
  end if;
  -- If the next job is younger than the shortest retention time, so are all later ones, and none can be removed. The next
  -- call then starts with the oldest job again.
  is_round_complete := not coalesce((
    select j.enqueued_at < clock_timestamp() - (select min(r.keep) from pressrun.retention r
        where r.what in ('completed', 'cancelled', 'discarded'))
    from pressrun.jobs j where j.id > reached order by j.id limit 1), false);
  update pressrun.maintenance_tasks t set last_job_id = case when is_round_complete then 0 else reached end
  where t.name = 'prune';
  delete from pressrun.unique_keys u where u.ctid = any (array(
    select v.ctid from pressrun.unique_keys v where v.expires_at < clock_timestamp() order by v.expires_at limit 5000
    -- Skips keys that a concurrent enqueue has locked in order to reuse them.
    for update skip locked));
  get diagnostics affected = row_count;
  more := not is_round_complete or affected = 5000;
  if is_round_complete then
    delete from pressrun.incidents i
    where i.at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'incidents');
    delete from pressrun.workers w
    where coalesce(w.stopped_at, w.heartbeat_at)
      < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'workers');
    delete from pressrun.batches b
    where b.completed_at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'completed');
    -- Deliveries of events of batches, which belong to no job, and these events.
    gone := array(
      select j.id from pressrun.deliveries d join pressrun.jobs j on j.id = d.id
      where d.job_id = 0 and j.finished_at < clock_timestamp()
        - (select r.keep from pressrun.retention r where r.what = j.state::text)
      limit max_jobs
      for update of j skip locked);
    perform pressrun.remove_jobs(gone);
    delete from pressrun.deliveries d where d.id = any (gone);
    delete from pressrun.deliveries d
    where d.job_id = 0 and d.refusal is not null and not exists (select from pressrun.jobs j where j.id = d.id)
      and d.requested_at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'discarded');
    delete from pressrun.events e
    where e.job_id = 0 and e.type <> 'pressrun.job.completed'
      and e.time < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'completed');
  end if;
end
$$;
comment on function pressrun.prune is
  'Removes finished jobs whose retention time is over, with their payloads, deliveries, attempts, events and artifact rows: those '
  'among the next max_jobs jobs. Call it again while more is true. Files of artifacts that no row names any more are removed by '
  'the command `pressrun prune`. Unique keys that hold for a period (unique_for) are kept until it is over.';
grant execute on function pressrun.prune to pressrun_worker;
grant execute on function pressrun.prune to pressrun_operator;
