-- Annotated archives. The annotations of a document are kept apart from its base file, as a chain of segments. Rows are never
-- changed or removed: the trigger of refuse_change enforces it.

create table pressrun.annotation_documents (
  name text not null constraint annotation_documents_id_check check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  tenant text not null,
  base_sha256 text not null check (base_sha256 ~ '^[0-9a-f]{64}$'),
  base_bytes bigint not null check (base_bytes > 0),
  title text,
  registered_at timestamptz not null default clock_timestamp(),
  primary key (tenant, name)
);
-- For the artifacts that a tenant may use, and those that nothing references.
create index annotation_documents_base on pressrun.annotation_documents (base_sha256);
create index annotation_documents_registered on pressrun.annotation_documents (registered_at);
comment on table pressrun.annotation_documents is
  'Documents that are annotated. The base file is an artifact, named by its SHA-256.';

create table pressrun.annotation_segments (
  document text not null,
  sequence bigint not null check (sequence > 0),
  client_id text not null check (octet_length(client_id) between 1 and 200),
  parent text not null check (parent ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('pdf', 'xfdf', 'instant-json', 'ink')),
  bytes bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  author text,
  device_time timestamptz,
  server_time timestamptz not null,
  metadata text not null,
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  chain_version smallint not null default 1 check (chain_version between 1 and 3),
  update_sha256 text check (update_sha256 ~ '^[0-9a-f]{64}$'),
  tenant text not null,
  primary key (tenant, document, sequence),
  unique (tenant, document, client_id)
);
-- Streams in a segment are compressed already.
alter table pressrun.annotation_segments alter column bytes set storage external;
comment on table pressrun.annotation_segments is
  'Annotations of readers in the order of arrival. chain(n) = SHA-256(chain(n - 1) ‖ bytes ‖ metadata); chain(0) is the SHA-256 '
  'of the base.';
comment on column pressrun.annotation_segments.parent is 'SHA-256 of the file that the reader annotated.';
comment on column pressrun.annotation_segments.metadata is 'The exact text that the chain covers.';
comment on column pressrun.annotation_segments.chain_version is
  'Version of the metadata. From version 2 on they name the stored update, from version 3 on the tenant.';
comment on column pressrun.annotation_segments.update_sha256 is
  'SHA-256 of the update and its record in annotation_updates; null if the segment is an update itself, or was added without.';

create table pressrun.annotation_builds (
  job_id bigint not null,
  document text not null,
  sequence bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  manifest json not null,
  built_at timestamptz not null default clock_timestamp(),
  tenant text not null
);
create index annotation_builds_job on pressrun.annotation_builds (job_id);
create index annotation_builds_tenant on pressrun.annotation_builds (tenant, document, sequence);
create index annotation_builds_sha256 on pressrun.annotation_builds (sha256);
comment on table pressrun.annotation_builds is 'Archives that were built, each with the manifest of its steps.';
