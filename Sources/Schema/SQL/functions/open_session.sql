create or replace function pressrun.open_session(
  key_hash bytea, principal text, name text, tenants text[], permissions text[], lifetime_seconds int
) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with expired as (
    select s.ctid from pressrun.sessions s where s.expires_at < clock_timestamp() order by s.expires_at limit 100
    for update skip locked
  ), removed as (
    delete from pressrun.sessions s where s.ctid = any (array(select e.ctid from expired e))
  )
  insert into pressrun.sessions (key_hash, principal, name, tenants, permissions, expires_at)
  values (key_hash, principal, name, tenants, permissions, clock_timestamp() + make_interval(secs => lifetime_seconds))
$$;
comment on function pressrun.open_session is 'Opens a session, and removes some that have expired.';
grant execute on function pressrun.open_session to pressrun_service;
