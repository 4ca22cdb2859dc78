create or replace function pressrun.image_hosts_of(tenant text) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.host from pressrun.image_hosts h where h.tenant = image_hosts_of.tenant order by h.host collate "C"
$$;
comment on function pressrun.image_hosts_of is 'The hosts from which images of a tenant''s documents may be fetched.';
grant execute on function pressrun.image_hosts_of to pressrun_worker;
grant execute on function pressrun.image_hosts_of to pressrun_compliance;
grant execute on function pressrun.image_hosts_of to pressrun_monitor;
