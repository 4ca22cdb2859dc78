create or replace function pressrun.cancel_matching(
  states text[] default '{scheduled,available,running,retryable}', kind text default null, tenant text default null,
  queue text default null, batch text default null, error_code text default null, after_id bigint default 0,
  max_jobs int default 1000
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
      perform pressrun.cancel(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.cancel_matching is
  'Cancels the next max_jobs jobs that match, after an id, or requests their workers to stop. Returns each with the reason '
  'if it could not be cancelled.';
