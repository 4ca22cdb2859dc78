create or replace function pressrun.retry_matching(
  states text[] default '{discarded}', kind text default null, tenant text default null, queue text default null,
  batch text default null, error_code text default null, after_id bigint default 0, max_jobs int default 1000
) returns table (job_id bigint, problem text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_variable
begin
  for job_id in select pressrun.matching_jobs(states, kind, tenant, queue, batch, error_code, after_id, max_jobs) loop
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
  'Retries the next max_jobs jobs that match, after an id. Returns each with the reason if it could not be retried.';
