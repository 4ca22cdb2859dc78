-- What the migrator itself needs.

create table if not exists pressrun.migrations (
  version int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
comment on table pressrun.migrations is 'Numbered migrations that were applied.';

create table pressrun.schema_objects (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
comment on table pressrun.schema_objects is 'Functions, views and grants as they were last applied, each from a file.';
