create or replace function pressrun.run_schedules() returns int
language plpgsql
as $$
declare
  due pressrun.schedules%rowtype;
  job bigint;
  next timestamptz;
  problem text;
  code text;
  enqueued int := 0;
begin
  for due in
    select s.* from pressrun.schedules s where s.next_at <= clock_timestamp() and not s.paused
    order by s.next_at limit 100
    for update skip locked
  loop
    job := null;
    problem := null;
    code := null;
    begin
      -- The login is that of a worker, which runs the schedules of all tenants.
      select e.job_id into job from pressrun.enqueue_uncached(
        null, due.kind, due.payload, due.tenant, due.destination, due.priority, now(),
        'schedule ' || due.name || ' ' || to_char(due.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), null,
        due.queue, null, null, null, null, null) e;
      enqueued := enqueued + 1;
    exception when others then
      get stacked diagnostics problem = message_text, code = returned_sqlstate;
    end;
    begin
      next := pressrun.next_cron_time(due.cron, due.time_zone, clock_timestamp());
    exception when others then
      -- For example a time zone that this server no longer knows.
      get stacked diagnostics problem = message_text;
      next := clock_timestamp() + interval '1 hour';
    end;
    -- A full queue or a conflicting transaction only delays the job; after any other error this time is skipped.
    update pressrun.schedules s set
      last_at = case when job is not null then clock_timestamp() else s.last_at end,
      last_job = coalesce(job, s.last_job),
      last_error = problem,
      next_at = case when code = 'PR010' or code like '40%' then s.next_at else next end
    where s.name = due.name;
  end loop;
  return enqueued;
end
$$;
comment on function pressrun.run_schedules is
  'Enqueues the jobs of due schedules and sets their next times. Times missed while no worker ran result in one job. Returns the '
  'number of jobs.';
