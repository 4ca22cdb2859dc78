-- What belongs to annotated archives besides the tables of archives.sql: stored updates, receipts, timestamps, and the indexes of
-- bases.

create table pressrun.annotation_updates (
  document text not null,
  sequence bigint not null,
  bytes bytea not null,
  record text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default clock_timestamp(),
  tenant text not null,
  primary key (tenant, document, sequence)
);
alter table pressrun.annotation_updates alter column bytes set storage external;
comment on table pressrun.annotation_updates is
  'The incremental update that each segment in XFDF, Instant JSON or ink was converted to, once.';
comment on column pressrun.annotation_updates.record is
  'JSON: warnings of the conversion, and for a segment that was added without an update when it was converted.';
comment on column pressrun.annotation_updates.sha256 is 'SHA-256(bytes ‖ record).';

create table pressrun.annotation_receipts (
  document text not null,
  delivery_id bigint not null,
  job_id bigint not null,
  sequence bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  destination text not null,
  receipt json not null,
  recorded_at timestamptz not null default clock_timestamp(),
  tenant text not null,
  primary key (tenant, document, delivery_id)
);
comment on table pressrun.annotation_receipts is
  'Receipts of delivered archives: the record of a document, kept when the jobs are pruned. Rows are only added.';
comment on column pressrun.annotation_receipts.sequence is 'The last segment that the delivered archive has.';
comment on column pressrun.annotation_receipts.sha256 is 'The artifact that was delivered: the PDF, or the bag.';

create table pressrun.base_indexes (
  tenant text not null,
  base_sha256 text not null check (base_sha256 ~ '^[0-9a-f]{64}$'),
  format int not null,
  bytes bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (tenant, base_sha256)
);
comment on table pressrun.base_indexes is
  'Which objects of a base belong to its document, and its pages and annotations. Derived from the base, and made again if a row is '
  'missing, damaged or of another format. Used when segments are added; builds and verifications do not use it.';
comment on column pressrun.base_indexes.format is 'The number of the format of the bytes.';
comment on column pressrun.base_indexes.sha256 is 'SHA-256 of the bytes; a row with other bytes is not used.';

create table pressrun.annotation_timestamps (
  tenant text not null,
  document text not null,
  sequence bigint not null check (sequence >= 0),
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  token bytea not null check (octet_length(token) between 1 and 32768),
  authority text not null check (octet_length(authority) between 1 and 2000),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (tenant, document, sequence)
);
-- Signatures and certificates cannot be compressed.
alter table pressrun.annotation_timestamps alter column token set storage external;
comment on table pressrun.annotation_timestamps is
  'Timestamps of chains: an authority states that the chain up to a segment existed at a time. Rows are never changed or removed.';
comment on column pressrun.annotation_timestamps.sequence is 'The last segment that the timestamp covers; 0 is the base alone.';
comment on column pressrun.annotation_timestamps.chain is 'The chain hash up to this segment.';
comment on column pressrun.annotation_timestamps.token is 'The timestamp token of chain_text, in DER.';
comment on column pressrun.annotation_timestamps.authority is 'The address of the authority that issued it.';

create table pressrun.due_timestamps (
  tenant text not null,
  document text not null,
  since timestamptz not null,
  next_attempt_at timestamptz not null default '-infinity',
  failures int not null default 0,
  failing_since timestamptz,
  last_error text,
  primary key (tenant, document),
  check ((failures > 0) = (failing_since is not null))
);
create index due_timestamps_since on pressrun.due_timestamps (since);
create index due_timestamps_failing on pressrun.due_timestamps (failing_since) where failing_since is not null;
comment on table pressrun.due_timestamps is
  'Documents whose chain has no timestamp of its end. A row is removed when the timestamp is recorded.';
comment on column pressrun.due_timestamps.since is 'When the first base or segment without a timestamp was stored.';
comment on column pressrun.due_timestamps.next_attempt_at is
  'No process requests the timestamp before that: another one is requesting it, or a request failed.';
comment on column pressrun.due_timestamps.failures is 'Failed requests since the last timestamp.';
