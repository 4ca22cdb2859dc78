create or replace view pressrun.share_downloads as
select d.link_id, s.tenant, d.day, d.downloads
from pressrun.share_link_days d
join pressrun.share_links s on s.id = d.link_id;
comment on view pressrun.share_downloads is 'Downloads of each share link by day. Nothing identifies the readers.';
comment on column pressrun.share_downloads.link_id is 'The id of the link in share_link_overview.';
comment on column pressrun.share_downloads.tenant is 'Tenant of the job.';
comment on column pressrun.share_downloads.day is 'The day in UTC.';
comment on column pressrun.share_downloads.downloads is 'Downloads that began on that day.';
grant select on pressrun.share_downloads to pressrun_monitor;
