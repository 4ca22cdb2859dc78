create or replace function pressrun.revoke_token(id bigint) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
begin
  if not exists (select from pressrun.access_tokens t where t.id = revoke_token.id) then
    raise exception 'there is no token %', revoke_token.id using errcode = 'PR004';
  end if;
  update pressrun.access_tokens t set revoked_at = clock_timestamp()
  where t.id = revoke_token.id and t.revoked_at is null;
  return found;
end
$$;
comment on function pressrun.revoke_token is
  'Revokes a token permanently. Returns false if it was revoked before. Raises PR004 for an unknown token.';
