create or replace function pressrun.register_schedules(kind text, schedules jsonb) returns void
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
      raise exception 'the name of a schedule must have 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
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
      pressrun.next_cron_time(item.cron, item.time_zone, clock_timestamp()))
    on conflict (name) do update set
      cron = excluded.cron, time_zone = excluded.time_zone, payload = excluded.payload, tenant = excluded.tenant,
      destination = excluded.destination, priority = excluded.priority, queue = excluded.queue,
      -- The next time changes only if the expression or its time zone does.
      next_at = case when (s.cron, s.time_zone) = (excluded.cron, excluded.time_zone) then s.next_at
        else excluded.next_at end
    where (s.cron, s.time_zone, s.payload::text, s.tenant, s.priority, s.destination, s.queue) is distinct from
      (excluded.cron, excluded.time_zone, excluded.payload::text, excluded.tenant, excluded.priority,
        excluded.destination, excluded.queue);
  end loop;
end
$$;
comment on function pressrun.register_schedules is
  'Sets all schedules of a kind and removes its others. Takes an array of objects with name, cron, time_zone and payload '
  '(JSON as text), and optionally tenant, destination, priority and queue.';
grant execute on function pressrun.register_schedules to pressrun_registrar;
