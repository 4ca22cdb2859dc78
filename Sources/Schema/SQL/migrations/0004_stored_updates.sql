-- What segments in XFDF, Instant JSON and ink become is stored when they are added, so that every build has the same bytes,
-- whatever fonts and libraries it has.

alter table pressrun.annotation_segments
  add column chain_version smallint not null default 1 check (chain_version in (1, 2)),
  add column update_sha256 text check (update_sha256 ~ '^[0-9a-f]{64}$');
comment on column pressrun.annotation_segments.chain_version is
  'Version of the metadata. From version 2 on they name the stored update.';
comment on column pressrun.annotation_segments.update_sha256 is
  'SHA-256 of the update and its record in annotation_updates; null if the segment is an update itself, or was added without.';

create table pressrun.annotation_updates (
  document text not null,
  sequence bigint not null,
  bytes bytea not null,
  record text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (document, sequence)
);
alter table pressrun.annotation_updates alter column bytes set storage external;
comment on table pressrun.annotation_updates is
  'The incremental update that each segment in XFDF, Instant JSON or ink was converted to, once.';
comment on column pressrun.annotation_updates.record is
  'JSON: warnings of the conversion, and for a segment that was added without an update when it was converted.';
comment on column pressrun.annotation_updates.sha256 is 'SHA-256(bytes ‖ record).';

-- Has more parameters now.
drop function if exists pressrun.add_segment(text, text, text, text, bytea, text, timestamptz);
