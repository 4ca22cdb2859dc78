create or replace function pressrun.parse_cron_field(field text, low int, high int, names text[]) returns int[]
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
      item := regexp_replace(item, E'\\m' || names[n] || E'\\M', (low + n - 1)::text, 'g');
    end loop;
    parts := regexp_match(item, E'^(?:(\\*)|(\\d{1,2})(?:-(\\d{1,2}))?)(?:/(\\d{1,2}))?$');
    if parts is null then
      raise exception '"%" is not a cron field', left(field, 50) using errcode = 'PR004';
    end if;
    first := coalesce(parts[2]::int, low);
    last := coalesce(parts[3]::int, case when parts[1] is not null or parts[4] is not null then high else first end);
    step := coalesce(parts[4]::int, 1);
    if first < low or last > high or first > last or step = 0 then
      raise exception '"%" is outside the range from % to %', left(field, 50), low, high using errcode = 'PR004';
    end if;
    found := found || array(select generate_series(first, last, step));
  end loop;
  if found = '{}' then
    raise exception 'a cron field is empty' using errcode = 'PR004';
  end if;
  return array(select distinct unnest(found) order by 1);
end
$$;
comment on function pressrun.parse_cron_field is
  'The numbers that a field of a cron expression matches. names are names of the numbers from low on.';
