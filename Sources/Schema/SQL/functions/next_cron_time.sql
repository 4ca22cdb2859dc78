create or replace function pressrun.next_cron_time(cron text, time_zone text, after timestamptz) returns timestamptz
language plpgsql stable
as $$
declare
  fields text[] := regexp_split_to_array(btrim(cron), E'\\s+');
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
  minutes := pressrun.parse_cron_field(fields[1], 0, 59, null);
  hours := pressrun.parse_cron_field(fields[2], 0, 23, null);
  days := pressrun.parse_cron_field(fields[3], 1, 31, null);
  months := pressrun.parse_cron_field(
    fields[4], 1, 12, array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']);
  weekdays := pressrun.parse_cron_field(fields[5], 0, 7, array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  if 7 = any (weekdays) then
    weekdays := weekdays || 0;
  end if;
  every_hour := left(fields[2], 1) = '*';
  -- The search begins with the day before: if clocks are set back at midnight, the last hour of that day occurs twice.
  day := (after at time zone time_zone)::date - 1;
  for ahead in 0..3000 loop
    if extract(month from day) = any (months) and (case
        -- If both day fields are restricted, either may match.
        when left(fields[3], 1) <> '*' and left(fields[5], 1) <> '*'
          then extract(day from day) = any (days) or extract(dow from day) = any (weekdays)
        else extract(day from day) = any (days) and extract(dow from day) = any (weekdays) end)
    then
      select min(tick.at) into found_at
      from unnest(hours) as h (hour) cross join unnest(minutes) as m (minute)
        cross join lateral (select day + make_interval(hours => h.hour, mins => m.minute) as local) l
        -- A local time that clocks skip is interpreted with the offset before the change.
        cross join lateral (select l.local at time zone time_zone as late) i
        -- A local time that occurs twice is interpreted as the second; the first is earlier by the amount of the change.
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
  raise exception '"%" matches no time within the next eight years', cron using errcode = 'PR004';
end
$$;
comment on function pressrun.next_cron_time is
  'The first time after the given one that matches a cron expression in a time zone. Days as in cron(5): if both are '
  'restricted, either matches. When clocks go forward, a time that they skip comes later by the same amount; when they go '
  'back, a time that occurs twice is taken only the first time, except by expressions for every hour.';
