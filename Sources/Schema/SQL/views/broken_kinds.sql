create or replace view pressrun.broken_kinds as
select t.kind, t.problem, count(*) as workers, min(w.host) as host, bool_and(t.version is not null) as is_served
from pressrun.worker_templates t join pressrun.workers w on w.id = t.worker_id
where t.problem is not null and w.stopped_at is null and w.heartbeat_at > clock_timestamp() - interval '60 seconds'
group by t.kind, t.problem;
comment on view pressrun.broken_kinds is 'Kinds whose files live workers cannot use, with the reason.';
comment on column pressrun.broken_kinds.kind is 'Kind.';
comment on column pressrun.broken_kinds.problem is 'The mistake in the kind''s file or its template.';
comment on column pressrun.broken_kinds.workers is 'Number of workers with it.';
comment on column pressrun.broken_kinds.host is 'The host of one of them.';
comment on column pressrun.broken_kinds.is_served is
  'Whether these workers keep to the version that they had before; otherwise they claim no jobs of the kind.';
grant select on pressrun.broken_kinds to pressrun_monitor;
grant select on pressrun.broken_kinds to pressrun_operator;
grant select on pressrun.broken_kinds to pressrun_service;
