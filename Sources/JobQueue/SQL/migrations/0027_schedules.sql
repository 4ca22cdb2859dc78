-- Schedules go with their kind's file only where somebody says so: several installations, each with kinds of its own, may
-- share a database.

create or replace function pressrun.remove_schedule(name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pressrun.schedules s where s.name = remove_schedule.name;
  if not found then
    raise exception 'there is no schedule "%"', left(remove_schedule.name, 100) using errcode = 'PR005';
  end if;
end
$$;
comment on function pressrun.remove_schedule is
  'Makes no more jobs of a schedule and forgets it. One that a kind''s file describes comes back when that is registered.';

-- A timer removes what is over with the rights of a worker: workers remove the same rows bit by bit.
create or replace function pressrun.install_operating_roles() returns text
language plpgsql
as $$
begin
  grant execute on function
    pressrun.register_schedules(text, jsonb), pressrun.prune_step(), pressrun.prune_due(), pressrun.prune(int),
    pressrun.unreferenced(text[])
  to pressrun_worker;
  grant select on pressrun.schedules, pressrun.schedule_status, pressrun.retention to pressrun_worker;
  -- Whoever may read how jobs stand may read of each what became of it, and consume events; but no payload.
  grant execute on function pressrun.prune_preview(), pressrun.events_after(bigint, int) to pressrun_monitor;
  grant select on pressrun.schedule_status, pressrun.retention, pressrun.artifacts, pressrun.events to pressrun_monitor;
  return null;
exception when insufficient_privilege or undefined_object then
  return 'this login may not grant to the roles';
end
$$;

revoke execute on all functions in schema pressrun from public;

select pressrun.install_operating_roles();
