create or replace function pressrun.count_share_download(id uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
begin
  -- Locks the row: downloads at the same time are counted one after the other.
  update pressrun.share_links s set
    downloads = s.downloads + 1, last_download_at = clock_timestamp(), password_failures = 0
  where s.id = count_share_download.id and s.revoked_at is null and s.expires_at > clock_timestamp()
    and (s.max_downloads is null or s.downloads < s.max_downloads);
  if not found then
    return false;
  end if;
  insert into pressrun.share_link_days as d (link_id, day, downloads)
  values (count_share_download.id, (clock_timestamp() at time zone 'UTC')::date, 1)
  on conflict (link_id, day) do update set downloads = d.downloads + 1;
  return true;
end
$$;
comment on function pressrun.count_share_download is
  'Counts a download that is about to begin. Returns false if the link was revoked, has expired or has no downloads left.';
grant execute on function pressrun.count_share_download to pressrun_relay;
grant execute on function pressrun.count_share_download to pressrun_service;
