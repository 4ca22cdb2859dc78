create or replace function pressrun.acquire_task(name text, period interval) returns boolean
language plpgsql
as $$
begin
  if (select t.due_at from pressrun.maintenance_tasks t where t.name = acquire_task.name) > clock_timestamp() then
    return false;
  end if;
  perform from pressrun.maintenance_tasks t where t.name = acquire_task.name and t.due_at <= clock_timestamp()
  for update skip locked;
  if not found then
    return false;
  end if;
  update pressrun.maintenance_tasks t set due_at = clock_timestamp() + period where t.name = acquire_task.name;
  return true;
end
$$;
comment on function pressrun.acquire_task is
  'Acquires a maintenance task that is due: no other transaction runs it until this one ends, and it is due again after the '
  'period. Returns false if it is not due or another transaction has it.';
