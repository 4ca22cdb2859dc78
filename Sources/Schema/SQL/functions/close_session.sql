create or replace function pressrun.close_session(key_hash bytea) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  delete from pressrun.sessions s where s.key_hash = close_session.key_hash
$$;
comment on function pressrun.close_session is 'Ends a session.';
grant execute on function pressrun.close_session to pressrun_service;
