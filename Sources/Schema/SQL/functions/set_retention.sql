create or replace function pressrun.set_retention(what text, keep interval) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.retention r set keep = set_retention.keep where r.what = set_retention.what;
  if not found then
    raise exception 'nothing called "%" is kept for a time', left(set_retention.what, 100) using errcode = 'PR004',
      hint = 'There are ' || (select string_agg(r.what, ', ' order by r.what) from pressrun.retention r) || '.';
  end if;
exception when check_violation then
  raise exception 'a time to keep is not negative' using errcode = 'PR004';
end
$$;
comment on function pressrun.set_retention is
  'Sets how long jobs in a final state, or other records, are kept; null for ever.';
