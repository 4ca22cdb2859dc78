create or replace view pressrun.document_warnings as
select a.job_id, a.kind, j.tenant, a.finished_at, a.outcome, v.sha256 as template, jsonb_array_length(a.warnings) as number,
  a.warnings
from pressrun.attempts a
  join pressrun.jobs j on j.id = a.job_id
  left join pressrun.template_versions v on v.id = j.template
where a.warnings is not null;
comment on view pressrun.document_warnings is
  'Attempts with warnings about their documents, such as missing characters and images. Restrict it by finished_at, which has an index.';
comment on column pressrun.document_warnings.job_id is 'Job.';
comment on column pressrun.document_warnings.kind is 'Kind.';
comment on column pressrun.document_warnings.tenant is 'Tenant.';
comment on column pressrun.document_warnings.finished_at is 'End of the attempt.';
comment on column pressrun.document_warnings.outcome is 'How the attempt ended.';
comment on column pressrun.document_warnings.template is 'Version of the kind and its template.';
comment on column pressrun.document_warnings.number is 'Number of warnings.';
comment on column pressrun.document_warnings.warnings is
  'The warnings: JSON strings, without texts of the payload.';
grant select on pressrun.document_warnings to pressrun_monitor;
grant select on pressrun.document_warnings to pressrun_operator;
grant select on pressrun.document_warnings to pressrun_service;
