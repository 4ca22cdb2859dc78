create or replace function pressrun.renew_share_link(id uuid, lifetime interval, downloads int default null)
returns timestamptz
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  link pressrun.share_links%rowtype;
begin
  if lifetime is null or lifetime < interval '1 minute' or lifetime > interval '366 days' then
    raise exception 'a share link lives from one minute to 366 days' using errcode = 'PR004';
  elsif renew_share_link.downloads not between 1 and 1000000 then
    raise exception 'a share link allows from 1 to 1,000,000 downloads' using errcode = 'PR004';
  end if;
  select s.* into link from pressrun.share_links s where s.id = renew_share_link.id for update;
  if not found then
    raise exception 'there is no share link %', renew_share_link.id using errcode = 'PR005';
  elsif link.revoked_at is not null then
    raise exception 'the share link % was revoked; share the document again', link.id using errcode = 'PR006';
  end if;
  update pressrun.share_links s set
    expires_at = clock_timestamp() + lifetime, password_failures = 0,
    max_downloads = case
      when renew_share_link.downloads is null then s.max_downloads
      else least(s.downloads::bigint + renew_share_link.downloads, 1000000)
    end
  where s.id = link.id
  returning s.expires_at into link.expires_at;
  return link.expires_at;
end
$$;
comment on function pressrun.renew_share_link is
  'Lets a share link that is not revoked live for a time from now, also if it has expired or was locked by wrong passwords, and '
  'returns when it will expire. downloads is the number of further downloads; null leaves the limit as it is. Raises PR005 for an '
  'unknown link, PR006 for a revoked one.';
grant execute on function pressrun.renew_share_link to pressrun_relay;
grant execute on function pressrun.renew_share_link to pressrun_compliance;
