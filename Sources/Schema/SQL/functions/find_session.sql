create or replace function pressrun.find_session(key_hash bytea, idle_seconds int)
returns table (principal text, name text, tenants text[], permissions text[])
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  found_session pressrun.sessions%rowtype;
begin
  select s.* into found_session from pressrun.sessions s
  where s.key_hash = find_session.key_hash and s.expires_at > clock_timestamp()
    and s.used_at > clock_timestamp() - make_interval(secs => idle_seconds);
  if not found then
    return;
  end if;
  if found_session.used_at < clock_timestamp() - interval '1 minute' then
    update pressrun.sessions s set used_at = clock_timestamp() where s.key_hash = find_session.key_hash;
  end if;
  return query select found_session.principal, found_session.name, found_session.tenants, found_session.permissions;
end
$$;
comment on function pressrun.find_session is
  'The person of a session that has neither expired nor been idle for so long; no row otherwise.';
grant execute on function pressrun.find_session to pressrun_service;
