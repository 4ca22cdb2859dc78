create or replace function pressrun.retry_matching(
  filter pressrun.job_filter, after_id bigint default 0, max_jobs int default 1000
) returns table (job_id bigint, problem text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_variable
begin
  filter.states := coalesce(filter.states, '{discarded}');
  for job_id in select pressrun.matching_jobs(filter, after_id, max_jobs) loop
    problem := null;
    begin
      perform pressrun.retry(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      -- The job changed meanwhile, or another job has its unique key.
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.retry_matching is
  'Retries the next max_jobs jobs that match, after an id; discarded ones if the filter has no states. Returns each with the reason '
  'if it could not be retried.';
grant execute on function pressrun.retry_matching to pressrun_service;
grant execute on function pressrun.retry_matching to pressrun_operator;
