create or replace function pressrun.search_jobs(
  filter pressrun.job_filter, before_id bigint default null, max_jobs int default 50, max_read int default 10000,
  out ids bigint[], out next_before bigint
)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  batches bigint[] := pressrun.batches_named(filter);
  low bigint := 0;
  high bigint := coalesce(before_id, 9223372036854775807);
begin
  -- Transactions of less than an hour may have drawn their ids in another order than that of their times.
  if filter.enqueued_from is not null then
    low := pressrun.job_id_at(filter.enqueued_from - interval '1 hour') - 1;
  end if;
  if filter.enqueued_to is not null then
    high := least(high, pressrun.job_id_at(filter.enqueued_to + interval '1 hour'));
  end if;
  ids := array(
    select j.id from (
      select r.* from pressrun.jobs r where r.id > low and r.id < high order by r.id desc limit max_read
    ) j
    where pressrun.job_matches(filter, j) and (batches is null or j.batch_id = any (batches))
    order by j.id desc limit max_jobs);
  if cardinality(ids) = max_jobs then
    next_before := ids[max_jobs];
    return;
  end if;
  select min(r.id) into next_before from (
    select j.id from pressrun.jobs j where j.id > low and j.id < high order by j.id desc limit max_read
  ) r having count(*) = max_read;
  -- States that few jobs have are found through their indexes.
  if next_before is not null
    and filter.states <@ '{scheduled,available,running,retryable,discarded}'::text[] then
    ids := array(
      with found as materialized (
        select j.id from pressrun.jobs_in_states(filter.states) j
        where j.id > low and j.id < high and pressrun.job_matches(filter, j)
          and (batches is null or j.batch_id = any (batches))
      )
      select f.id from found f order by f.id desc limit max_jobs);
    next_before := ids[max_jobs];
  end if;
end
$$;
comment on function pressrun.search_jobs is
  'Ids of the next max_jobs jobs before an id that match a filter, newest first. Reads at most max_read finished jobs: with fewer ids '
  'than max_jobs and next_before, no more of these match, and a call with before_id => next_before continues; if next_before is null, '
  'there are no more.';
grant execute on function pressrun.search_jobs to pressrun_monitor;
grant execute on function pressrun.search_jobs to pressrun_service;
grant execute on function pressrun.search_jobs to pressrun_operator;
