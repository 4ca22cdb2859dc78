create or replace function pressrun.snooze(
  jobs bigint[], leases bigint[], seconds double precision, reason text default null
) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if seconds is null or seconds not between 0 and 31536000 then
    raise exception 'a job can be snoozed for 0 to 31536000 seconds' using errcode = 'PR004';
  end if;
  return pressrun.end_attempts(
    jobs, leases, 'snoozed', false, case when reason is not null then 'snoozed' end, left(reason, 8000),
    make_interval(secs => seconds));
end
$$;
comment on function pressrun.snooze is
  'Returns jobs to the queue for a later time without counting the attempt. Returns how many leases were still held.';
grant execute on function pressrun.snooze to pressrun_worker;
grant execute on function pressrun.snooze to pressrun_relay;
