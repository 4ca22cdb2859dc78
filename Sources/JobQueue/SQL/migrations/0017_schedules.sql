-- Periodic jobs. A schedule's next time is in its row; whoever finds it due enqueues the job and sets the next one in the
-- same transaction, so each tick is one job however many workers look.

create function pressrun.cron_field(field text, low int, high int, names text[]) returns int[]
language plpgsql immutable
as $$
declare
  item text;
  parts text[];
  first int;
  last int;
  step int;
  found int[] := '{}';
begin
  foreach item in array string_to_array(lower(field), ',') loop
    for n in 1..coalesce(cardinality(names), 0) loop
      item := regexp_replace(item, '\m' || names[n] || '\M', (low + n - 1)::text, 'g');
    end loop;
    parts := regexp_match(item, '^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:/(\d{1,2}))?$');
    if parts is null then
      raise exception '"%" is not a cron field', left(field, 50) using errcode = 'PR004';
    end if;
    first := coalesce(parts[2]::int, low);
    last := coalesce(parts[3]::int, case when parts[1] is not null or parts[4] is not null then high else first end);
    step := coalesce(parts[4]::int, 1);
    if first < low or last > high or first > last or step = 0 then
      raise exception '"%" is out of range: % to %', left(field, 50), low, high using errcode = 'PR004';
    end if;
    found := found || array(select generate_series(first, last, step));
  end loop;
  if found = '{}' then
    raise exception 'a cron field is empty' using errcode = 'PR004';
  end if;
  return array(select distinct unnest(found) order by 1);
end
$$;

create function pressrun.cron_next(cron text, time_zone text, after timestamptz) returns timestamptz
language plpgsql stable
as $$
declare
  fields text[] := regexp_split_to_array(btrim(cron), '\s+');
  minutes int[];
  hours int[];
  days int[];
  months int[];
  weekdays int[];
  every_hour boolean;
  day date;
  found_at timestamptz;
begin
  fields := case lower(cron)
    when '@hourly' then array['0', '*', '*', '*', '*']
    when '@daily' then array['0', '0', '*', '*', '*']
    when '@weekly' then array['0', '0', '*', '*', '0']
    when '@monthly' then array['0', '0', '1', '*', '*']
    when '@yearly' then array['0', '0', '1', '1', '*']
    else fields end;
  if cardinality(fields) <> 5 or octet_length(cron) > 200 then
    raise exception '"%" is not five cron fields: minute, hour, day of the month, month, day of the week', left(cron, 50)
      using errcode = 'PR004';
  end if;
  minutes := pressrun.cron_field(fields[1], 0, 59, null);
  hours := pressrun.cron_field(fields[2], 0, 23, null);
  days := pressrun.cron_field(fields[3], 1, 31, null);
  months := pressrun.cron_field(
    fields[4], 1, 12, array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']);
  weekdays := pressrun.cron_field(fields[5], 0, 7, array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  if 7 = any (weekdays) then
    weekdays := weekdays || 0;
  end if;
  every_hour := left(fields[2], 1) = '*';
  -- The day before: a clock that is set back at midnight repeats it.
  day := (after at time zone time_zone)::date - 1;
  for ahead in 0..3000 loop
    if extract(month from day) = any (months) and (case
        -- Where both days are given, either will do.
        when left(fields[3], 1) <> '*' and left(fields[5], 1) <> '*'
          then extract(day from day) = any (days) or extract(dow from day) = any (weekdays)
        else extract(day from day) = any (days) and extract(dow from day) = any (weekdays) end)
    then
      select min(tick.at) into found_at
      from unnest(hours) as h (hour) cross join unnest(minutes) as m (minute)
        cross join lateral (select day + make_interval(hours => h.hour, mins => m.minute) as local) l
        -- A time that clocks skip is taken as if they had not been set forward yet.
        cross join lateral (select l.local at time zone time_zone as late) i
        -- One that they repeat is, by this rule, the second; the first is as much earlier as the clocks are set back.
        cross join lateral (
          select i.late - (
            ((i.late - interval '24 hours') at time zone time_zone) - (i.late at time zone time_zone) + interval '24 hours'
          ) as early
        ) e
        cross join lateral (select e.early at time zone time_zone = l.local and e.early < i.late as is_repeated) r
        cross join lateral (
          select e.early as at where r.is_repeated
          union all select i.late where not r.is_repeated or every_hour
        ) tick
      where tick.at > after;
      if found_at is not null then
        return found_at;
      end if;
    end if;
    day := day + 1;
  end loop;
  raise exception '"%" never comes', cron using errcode = 'PR004';
end
$$;
comment on function pressrun.cron_next is
  'The first time after the one given that a cron expression names in a time zone. Days as in cron(5): where both are '
  'given, either will do. When clocks go forward, a time that they skip comes as much later; when they go back, a time '
  'that comes twice is taken the first time only, but in expressions for every hour both times.';

create table pressrun.schedules (
  name text primary key,
  kind text not null,
  cron text not null,
  time_zone text not null,
  payload json not null,
  tenant text not null,
  destination text,
  priority int not null,
  queue text,
  paused boolean not null default false,
  next_at timestamptz not null,
  last_at timestamptz,
  last_job bigint,
  last_error text
);
create index schedules_due on pressrun.schedules (next_at) where not paused;
comment on table pressrun.schedules is 'Periodic jobs. Workers register them from the kinds'' files.';
comment on column pressrun.schedules.next_at is 'When the next job is due.';

create function pressrun.register_schedules(kind text, schedules jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  item record;
begin
  delete from pressrun.schedules s
  where s.kind = register_schedules.kind
    and s.name not in (select i ->> 'name' from jsonb_array_elements(register_schedules.schedules) i);
  for item in
    select i.* from jsonb_to_recordset(register_schedules.schedules) as i (
      name text, cron text, time_zone text, payload text, tenant text, destination text, priority int, queue text)
    order by i.name
  loop
    if item.name is null or item.name !~ '^[A-Za-z0-9_.-]{1,100}$' then
      raise exception 'a schedule is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
    elsif not exists (select from pg_timezone_names z where z.name = item.time_zone) then
      raise exception 'schedule "%": unknown time zone "%"', item.name, left(item.time_zone, 100)
        using errcode = 'PR004', hint = 'Such as Europe/Berlin or UTC.';
    elsif exists (select from pressrun.schedules s where s.name = item.name and s.kind <> register_schedules.kind) then
      raise exception 'there is a schedule "%" of another kind', item.name using errcode = 'PR004';
    end if;
    insert into pressrun.schedules as s
      (name, kind, cron, time_zone, payload, tenant, destination, priority, queue, next_at)
    values (
      item.name, register_schedules.kind, item.cron, item.time_zone, item.payload::json,
      coalesce(item.tenant, 'default'), item.destination, coalesce(item.priority, 0), item.queue,
      pressrun.cron_next(item.cron, item.time_zone, clock_timestamp()))
    on conflict (name) do update set
      cron = excluded.cron, time_zone = excluded.time_zone, payload = excluded.payload, tenant = excluded.tenant,
      destination = excluded.destination, priority = excluded.priority, queue = excluded.queue,
      -- What was due already stays due.
      next_at = case when (s.cron, s.time_zone) = (excluded.cron, excluded.time_zone) then s.next_at
        else excluded.next_at end
    where (s.cron, s.time_zone, s.payload::text, s.tenant, s.priority, s.destination, s.queue) is distinct from
      (excluded.cron, excluded.time_zone, excluded.payload::text, excluded.tenant, excluded.priority,
        excluded.destination, excluded.queue);
  end loop;
end
$$;
comment on function pressrun.register_schedules is
  'Sets all schedules of a kind; those that are not named go. Takes an array of objects with name, cron, time_zone and '
  'payload (JSON as text), and where wanted tenant, destination, priority and queue.';

create function pressrun.pause_schedule(name text, paused boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.schedules s set
    paused = pause_schedule.paused,
    -- What would have come in a pause does not come after it.
    next_at = case when s.paused and not pause_schedule.paused
      then pressrun.cron_next(s.cron, s.time_zone, clock_timestamp()) else s.next_at end
  where s.name = pause_schedule.name;
  if not found then
    raise exception 'there is no schedule "%"', left(pause_schedule.name, 100) using errcode = 'PR005';
  end if;
end
$$;

create function pressrun.run_schedules() returns int
language plpgsql
as $$
declare
  due pressrun.schedules%rowtype;
  made bigint;
  problem text;
  code text;
  ran int := 0;
begin
  for due in
    select s.* from pressrun.schedules s where s.next_at <= clock_timestamp() and not s.paused
    order by s.next_at limit 100
    for update skip locked
  loop
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
    -- Ticks that were missed, because no worker ran, come to one job: now. One that a full queue refused,
    -- or another transaction was in the way of, waits.
    update pressrun.schedules s set
      last_at = case when problem is null then clock_timestamp() else s.last_at end,
      last_job = case when problem is null then made else s.last_job end,
      last_error = problem,
      next_at = case when code = 'PR010' or code like '40%' then s.next_at
        else pressrun.cron_next(s.cron, s.time_zone, clock_timestamp()) end
    where s.name = due.name;
  end loop;
  return ran;
end
$$;
comment on function pressrun.run_schedules is 'Enqueues what is due. However many ticks were missed, it comes to one job.';

create or replace function pressrun.upkeep() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  if pressrun.take_up('upkeep', interval '1 second') then
    perform pressrun.run_schedules();
    perform pressrun.add_up();
    if pressrun.take_up('sweep', interval '1 minute') then
      perform pressrun.reopen_lanes();
    end if;
  end if;
end
$$;

create view pressrun.schedule_status as
select s.name, s.kind, s.cron, s.time_zone, s.tenant, s.paused, s.next_at, s.last_at, s.last_job, s.last_error
from pressrun.schedules s;
comment on view pressrun.schedule_status is 'Periodic jobs: when they came last, and when they come next.';
comment on column pressrun.schedule_status.name is 'The schedule.';
comment on column pressrun.schedule_status.kind is 'The kind of its jobs.';
comment on column pressrun.schedule_status.cron is 'Minute, hour, day of the month, month and day of the week.';
comment on column pressrun.schedule_status.time_zone is 'Where these are read.';
comment on column pressrun.schedule_status.tenant is 'Whose jobs.';
comment on column pressrun.schedule_status.paused is 'Whether no jobs are made.';
comment on column pressrun.schedule_status.next_at is 'When the next job is due.';
comment on column pressrun.schedule_status.last_at is 'When the last job was enqueued.';
comment on column pressrun.schedule_status.last_job is 'The last job.';
comment on column pressrun.schedule_status.last_error is 'Why the last tick made no job; null where it did.';
