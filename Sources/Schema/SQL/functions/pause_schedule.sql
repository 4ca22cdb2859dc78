create or replace function pressrun.pause_schedule(name text, paused boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.schedules s set
    paused = pause_schedule.paused,
    -- Times missed during the pause are skipped.
    next_at = case when s.paused and not pause_schedule.paused
      then pressrun.next_cron_time(s.cron, s.time_zone, clock_timestamp()) else s.next_at end
  where s.name = pause_schedule.name;
  if not found then
    raise exception 'there is no schedule "%"', left(pause_schedule.name, 100) using errcode = 'PR005';
  end if;
end
$$;
comment on function pressrun.pause_schedule is
  'Pauses a schedule or resumes it. Times missed during a pause are skipped.';
grant execute on function pressrun.pause_schedule to pressrun_service;
grant execute on function pressrun.pause_schedule to pressrun_operator;
