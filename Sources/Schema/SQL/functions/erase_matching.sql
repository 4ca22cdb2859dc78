create or replace function pressrun.erase_matching(
  filter pressrun.job_filter, after_id bigint default 0, max_jobs int default 1000
) returns table (job_id bigint, problem text, files text[])
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_variable
begin
  filter.states := coalesce(filter.states, '{completed,cancelled,discarded}');
  for job_id in select m from pressrun.matching_jobs(filter, after_id, max_jobs) m loop
    problem := null;
    files := null;
    begin
      files := pressrun.erase(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.erase_matching is
  'Erases the next max_jobs jobs that match, after an id; finished ones if the filter has no states. Returns each with the files that '
  'it had, or the reason if it could not be erased.';
grant execute on function pressrun.erase_matching to pressrun_operator;
