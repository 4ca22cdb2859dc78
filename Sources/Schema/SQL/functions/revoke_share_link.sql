create or replace function pressrun.revoke_share_link(id uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
begin
  if not exists (select from pressrun.share_links s where s.id = revoke_share_link.id) then
    raise exception 'there is no share link %', revoke_share_link.id using errcode = 'PR005';
  end if;
  update pressrun.share_links s set revoked_at = clock_timestamp()
  where s.id = revoke_share_link.id and s.revoked_at is null;
  return found;
end
$$;
comment on function pressrun.revoke_share_link is
  'Revokes a share link permanently. Returns false if it was revoked before. Raises PR005 for an unknown link.';
grant execute on function pressrun.revoke_share_link to pressrun_relay;
grant execute on function pressrun.revoke_share_link to pressrun_compliance;
