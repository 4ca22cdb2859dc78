create or replace function pressrun.count_share_download(id uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
begin
  update pressrun.share_links s set
    downloads = s.downloads + 1, last_download_at = clock_timestamp(), password_failures = 0
  where s.id = count_share_download.id and s.revoked_at is null and s.expires_at > clock_timestamp()
    and (s.max_downloads is null or s.downloads < s.max_downloads);
  return found;
end
$$;
comment on function pressrun.count_share_download is
  'Counts a download that is about to begin. Returns false if the link was revoked, has expired or has no downloads left.';
grant execute on function pressrun.count_share_download to pressrun_relay;
