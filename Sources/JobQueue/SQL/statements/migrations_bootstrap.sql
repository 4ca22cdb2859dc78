create table pressrun.migrations (
  version int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
comment on table pressrun.migrations is 'The numbered changes of this schema that were applied.';
