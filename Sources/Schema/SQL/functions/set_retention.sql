create or replace function pressrun.set_retention(what text, keep interval) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.retention r set keep = set_retention.keep where r.what = set_retention.what;
  if not found then
    raise exception '"%" has no retention time', left(set_retention.what, 100) using errcode = 'PR004',
      hint = 'Retention times exist for ' || (select string_agg(r.what, ', ' order by r.what) from pressrun.retention r) || '.';
  end if;
exception when check_violation then
  raise exception 'a retention time must not be negative' using errcode = 'PR004';
end
$$;
comment on function pressrun.set_retention is
  'Sets how long jobs in a final state, or other records, are kept; null for ever.';
grant execute on function pressrun.set_retention to pressrun_operator;
