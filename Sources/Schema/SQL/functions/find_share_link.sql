create or replace function pressrun.find_share_link(token_hash bytea) returns table (
  id uuid, tenant text, job_id bigint, kind text, sha256 text, bytes bigint, media_type text, password_hash text, problem text,
  expires_at timestamptz, downloads int, max_downloads int, pages int
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  select s.id, s.tenant, s.job_id, s.kind, s.sha256, s.bytes, s.media_type, s.password_hash,
    case
      when s.revoked_at is not null then 'revoked'
      when s.expires_at <= now() then 'expired'
      when s.downloads >= s.max_downloads then 'exhausted'
      when s.password_failures >= 20 then 'locked'
    end,
    s.expires_at, s.downloads, s.max_downloads, a.pages
  from pressrun.share_links s
    left join lateral (
      select r.pages from pressrun.artifacts r where r.job_id = s.job_id and r.sha256 = s.sha256 order by r.position limit 1
    ) a on true
  where s.token_hash = find_share_link.token_hash
$$;
comment on function pressrun.find_share_link is
  'The link with this token; problem says why it cannot be used: revoked, expired, exhausted or locked. pages is null if the job '
  'was removed. Counts nothing.';
grant execute on function pressrun.find_share_link to pressrun_relay;
grant execute on function pressrun.find_share_link to pressrun_service;
