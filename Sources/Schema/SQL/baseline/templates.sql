-- Versions of kinds and their templates: which ones exist, which one a job is rendered with, and which ones tenants are kept on.

create table pressrun.template_versions (
  id int generated always as identity primary key,
  kind text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null,
  files int not null,
  first_seen timestamptz not null default clock_timestamp(),
  first_host text not null,
  unique (kind, sha256)
);
create index template_versions_sha256 on pressrun.template_versions (sha256);
comment on table pressrun.template_versions is
  'Versions of kinds: the kind''s file and all files of its template, stored as one file in the artifact store. Rows are kept, so that '
  'every document can be made again.';
comment on column pressrun.template_versions.sha256 is 'SHA-256 of the stored file, which names the version.';
comment on column pressrun.template_versions.first_seen is 'When a worker had it first.';
comment on column pressrun.template_versions.first_host is 'The host of that worker.';

create table pressrun.template_pins (
  kind text not null,
  tenant text not null,
  version int not null references pressrun.template_versions,
  pinned_at timestamptz not null default clock_timestamp(),
  pinned_by text not null default session_user,
  primary key (kind, tenant)
);
comment on table pressrun.template_pins is
  'The version with which jobs of a kind are rendered, instead of that of the files of the worker: for a tenant, or for * for all '
  'without a row of their own.';

create table pressrun.worker_templates (
  worker_id bigint not null references pressrun.workers on delete cascade,
  kind text not null,
  version int references pressrun.template_versions,
  problem text,
  primary key (worker_id, kind)
);
comment on table pressrun.worker_templates is 'What the files of each worker are now, by kind.';
comment on column pressrun.worker_templates.version is 'Null if it has never been able to use the files.';
comment on column pressrun.worker_templates.problem is
  'Why the files cannot be used. With a version, the worker keeps to that one.';
