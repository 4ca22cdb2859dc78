create or replace function pressrun.find_token(id bigint) returns table (
  sha256 text, name text, permissions text[], tenants text[], expires_at timestamptz
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
begin
  return query
    select t.sha256, t.name, t.permissions, t.tenants, t.expires_at from pressrun.access_tokens t
    where t.id = find_token.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > clock_timestamp());
end
$$;
comment on function pressrun.find_token is 'A token that is valid now, by its id; no row if there is none.';
grant execute on function pressrun.find_token to pressrun_service;
