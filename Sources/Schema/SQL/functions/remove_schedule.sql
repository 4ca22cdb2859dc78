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
  'Removes a schedule. One that the file of a kind describes returns when the kind is registered.';
grant execute on function pressrun.remove_schedule to pressrun_operator;
