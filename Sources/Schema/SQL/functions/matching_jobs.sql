create or replace function pressrun.matching_jobs(filter pressrun.job_filter, after_id bigint, max_jobs int) returns setof bigint
language plpgsql stable
set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  batches bigint[] := pressrun.batches_named(filter);
begin
  return query
    select j.id from pressrun.jobs j
    where j.id > matching_jobs.after_id and pressrun.job_matches(matching_jobs.filter, j)
      and (batches is null or j.batch_id = any (batches))
    order by j.id limit matching_jobs.max_jobs;
end
$$;
comment on function pressrun.matching_jobs is 'Ids of jobs after after_id, in order, that match the filter.';
