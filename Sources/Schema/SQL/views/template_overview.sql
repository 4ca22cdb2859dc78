create or replace view pressrun.template_overview as
select v.kind, v.sha256, v.bytes, v.files, v.first_seen, v.first_host,
  (
    select count(*) from pressrun.worker_templates t join pressrun.workers w on w.id = t.worker_id
    where t.version = v.id and w.stopped_at is null and w.heartbeat_at > clock_timestamp() - interval '60 seconds'
  ) as workers,
  coalesce(
    (select array_agg(p.tenant order by p.tenant) from pressrun.template_pins p where p.version = v.id), '{}') as pinned
from pressrun.template_versions v;
comment on view pressrun.template_overview is 'Versions of kinds and their templates.';
comment on column pressrun.template_overview.kind is 'Kind.';
comment on column pressrun.template_overview.sha256 is 'SHA-256 of its file in the artifact store, which names the version.';
comment on column pressrun.template_overview.bytes is 'Size of that file.';
comment on column pressrun.template_overview.files is 'Number of files in it.';
comment on column pressrun.template_overview.first_seen is 'When a worker had it first.';
comment on column pressrun.template_overview.first_host is 'The host of that worker.';
comment on column pressrun.template_overview.workers is 'Live workers whose files are this version.';
comment on column pressrun.template_overview.pinned is
  'Tenants whose new jobs are rendered with it whatever the files of the worker; * for all without a pin of their own.';
grant select on pressrun.template_overview to pressrun_monitor;
grant select on pressrun.template_overview to pressrun_registrar;
grant select on pressrun.template_overview to pressrun_operator;
grant select on pressrun.template_overview to pressrun_service;
