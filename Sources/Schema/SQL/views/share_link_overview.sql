create or replace view pressrun.share_link_overview as
select s.id, s.tenant, s.job_id, s.kind, s.delivery_id, s.created_at, s.created_by, s.expires_at, s.max_downloads, s.downloads,
  s.last_download_at, s.revoked_at, s.password_hash is not null as has_password,
  case
    when s.revoked_at is not null then 'revoked'
    when s.expires_at <= now() then 'expired'
    when s.downloads >= s.max_downloads then 'exhausted'
    when s.password_failures >= 20 then 'locked'
    else 'active'
  end as state
from pressrun.share_links s;
comment on view pressrun.share_link_overview is 'Share links and their states, without secrets that open them.';
comment on column pressrun.share_link_overview.id is 'Identifies the link without granting access.';
comment on column pressrun.share_link_overview.tenant is 'Tenant of the job.';
comment on column pressrun.share_link_overview.job_id is 'The job that made the document.';
comment on column pressrun.share_link_overview.kind is 'Kind of the job.';
comment on column pressrun.share_link_overview.delivery_id is 'The delivery that made the link; null if a person did.';
comment on column pressrun.share_link_overview.created_at is 'When the link was made.';
comment on column pressrun.share_link_overview.expires_at is 'When the link ends.';
comment on column pressrun.share_link_overview.max_downloads is 'Null for no limit.';
comment on column pressrun.share_link_overview.downloads is 'Downloads that have begun.';
comment on column pressrun.share_link_overview.last_download_at is 'Null if there was none.';
comment on column pressrun.share_link_overview.revoked_at is 'Null if the link was not revoked.';
comment on column pressrun.share_link_overview.has_password is 'Whether the link asks for a password.';
comment on column pressrun.share_link_overview.state is
  'active, revoked, expired, exhausted (no downloads left) or locked (too many wrong passwords).';
comment on column pressrun.share_link_overview.created_by is 'The login that made the link.';
grant select on pressrun.share_link_overview to pressrun_monitor;
grant select on pressrun.share_link_overview to pressrun_compliance;
