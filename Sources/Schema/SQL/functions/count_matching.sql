create or replace function pressrun.count_matching(filter pressrun.job_filter, at_most int default 100000) returns int
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  batches bigint[] := pressrun.batches_named(filter);
  jobs int;
begin
  if filter.states <@ '{scheduled,available,running,retryable,discarded}'::text[] then
    select count(*) into jobs from (
      select from pressrun.jobs_in_states(filter.states) j
      where pressrun.job_matches(filter, j) and (batches is null or j.batch_id = any (batches)) limit at_most) f;
  else
    select count(*) into jobs from (select from pressrun.matching_jobs(filter, 0, at_most)) f;
  end if;
  return jobs;
end
$$;
comment on function pressrun.count_matching is
  'Number of jobs that match a filter, counted up to at_most. Reads finished jobs only if the filter has no states, or completed or '
  'cancelled.';
grant execute on function pressrun.count_matching to pressrun_monitor;
grant execute on function pressrun.count_matching to pressrun_service;
grant execute on function pressrun.count_matching to pressrun_operator;
