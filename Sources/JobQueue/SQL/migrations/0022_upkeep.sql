-- Upkeep that cannot stop claims, plans that are as good for a new session, and views that cost less.

create or replace function pressrun.run_schedules() returns int
language plpgsql
as $$
declare
  due pressrun.schedules%rowtype;
  made bigint;
  next timestamptz;
  problem text;
  code text;
  ran int := 0;
begin
  for due in
    select s.* from pressrun.schedules s where s.next_at <= clock_timestamp() and not s.paused
    order by s.next_at limit 100
    for update skip locked
  loop
    made := null;
    problem := null;
    code := null;
    begin
      select e.job_id into made from pressrun.enqueue(
        due.kind, due.payload, due.tenant, due.destination, due.priority, now(),
        'schedule ' || due.name || ' ' || to_char(due.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), null,
        due.queue) e;
      ran := ran + 1;
    exception when others then
      get stacked diagnostics problem = message_text, code = returned_sqlstate;
    end;
    begin
      next := pressrun.cron_next(due.cron, due.time_zone, clock_timestamp());
    exception when others then
      -- Such as a time zone that this server no longer knows.
      get stacked diagnostics problem = message_text;
      next := clock_timestamp() + interval '1 hour';
    end;
    -- Ticks that were missed, because no worker ran, come to one job: now. One that a full queue refused,
    -- or another transaction was in the way of, waits.
    update pressrun.schedules s set
      last_at = case when made is not null then clock_timestamp() else s.last_at end,
      last_job = coalesce(made, s.last_job),
      last_error = problem,
      next_at = case when code = 'PR010' or code like '40%' then s.next_at else next end
    where s.name = due.name;
  end loop;
  return ran;
end
$$;

create or replace function pressrun.upkeep() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  if not pressrun.take_up('upkeep', interval '1 second') then
    return;
  end if;
  perform pressrun.forget();
  -- Claims do this on their way. What goes wrong here is to be mended, and stops none of them.
  begin
    perform pressrun.run_schedules();
  exception when others then
    raise warning 'upkeep: schedules: %', sqlerrm;
  end;
  begin
    perform pressrun.add_up();
  exception when others then
    raise warning 'upkeep: counts: %', sqlerrm;
  end;
  if pressrun.take_up('sweep', interval '1 minute') then
    perform pressrun.reopen_lanes();
  end if;
end
$$;

-- A job that was never claimed has not failed: with a million of them scheduled, nothing is looked up for each.
create or replace view pressrun.failures as
select j.id as job_id, j.kind, j.tenant, j.state, j.attempt, j.max_attempts, j.run_at, j.finished_at,
  e.finished_at as failed_at, e.error_code, e.error_message
from pressrun.jobs j cross join lateral (
  select a.* from pressrun.attempts a
  where a.job_id = j.id and a.outcome in ('failed', 'expired', 'refused')
  order by a.lease desc limit 1
) e
where j.lease > 0 and (j.state in ('retryable', 'scheduled') or j.state = 'discarded');

create or replace function pressrun.oldest_snapshot_seconds() returns double precision
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- Of other logins' sessions only one who may read all statistics sees this: no answer rather than a wrong one.
  select case when pg_has_role('pg_read_all_stats', 'usage') then greatest(
    coalesce((select max(extract(epoch from clock_timestamp() - coalesce(a.xact_start, a.query_start)))
      from pg_stat_activity a where a.backend_xmin is not null and a.pid <> pg_backend_pid()), 0),
    coalesce((select max(extract(epoch from clock_timestamp() - p.prepared)) from pg_prepared_xacts p), 0)
  )::double precision end
$$;
comment on column pressrun.queue_health.oldest_snapshot_seconds is
  'Age of the oldest transaction whose snapshot keeps dead rows from being removed; 0 where there is none, and null where the '
  'schema''s owner may not read all statistics (pg_read_all_stats).';

-- A session would plan each statement five times over before it keeps a plan, for arguments of which the plan does not depend;
-- and on a small table with a nested loop over what it has read once (materialized) rather than through the index.
do $$
declare
  hot regprocedure;
begin
  foreach hot in array array[
    'pressrun.claim(bigint, text[], int, double precision, bigint)',
    'pressrun.heartbeat(bigint, bigint[], bigint[], double precision, int[])',
    'pressrun.complete_many(bigint[], bigint[], text[], bigint[], text[], jsonb[], jsonb[], jsonb[])',
    'pressrun.fail(bigint, bigint, text, text, boolean, jsonb)',
    'pressrun.settle_many(bigint[], bigint[], text, boolean, text, text, interval)',
    'pressrun.rescue(int)']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', hot);
    execute format('alter function %s set enable_material = off', hot);
  end loop;
end
$$;
