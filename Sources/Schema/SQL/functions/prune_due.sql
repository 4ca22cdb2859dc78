create or replace function pressrun.prune_due(out jobs int, out more boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  step record;
begin
  jobs := 0;
  more := false;
  if not pressrun.acquire_task('prune', interval '10 minutes') then
    return;
  end if;
  step := pressrun.prune(500);
  jobs := step.jobs;
  more := step.more;
  if more then
    update pressrun.maintenance_tasks t set due_at = clock_timestamp() where t.name = 'prune';
  end if;
end
$$;
comment on function pressrun.prune_due is
  'Runs one step of prune if it is due, every ten minutes. more says that the next step is due at once.';
grant execute on function pressrun.prune_due to pressrun_worker;
grant execute on function pressrun.prune_due to pressrun_relay;
grant execute on function pressrun.prune_due to pressrun_operator;
