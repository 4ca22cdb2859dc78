-- The index of the base of an annotated document, so that adding a segment does not read the whole base.

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
