-- The artifact store, and the files in it that jobs refer to.

create table pressrun.artifact_store (
  only_row boolean primary key default true check (only_row),
  prefix text not null default gen_random_uuid()::text,
  id text check (octet_length(id) between 1 and 100),
  bound_at timestamptz
);
comment on table pressrun.artifact_store is
  'The artifact store of this database. Programs refuse a store with another id, whose files would not be those of the artifact rows.';
comment on column pressrun.artifact_store.prefix is
  'The beginning of the id of a store that is used for the first time, by which the store is known to be of this database.';
comment on column pressrun.artifact_store.id is 'The id that the store contains; null if none has been used yet.';
comment on column pressrun.artifact_store.bound_at is 'When the store was used first, or was replaced.';

create table pressrun.assets (
  tenant text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  media_type text not null,
  name text not null,
  added_at timestamptz not null default now(),
  primary key (tenant, sha256)
);
create index assets_sha256 on pressrun.assets (sha256);
comment on table pressrun.assets is
  'Images, fonts and style sheets that the jobs of a tenant may use. The files are in the artifact store.';
comment on column pressrun.assets.name is 'Name of the file when it was added, for people.';

create table pressrun.job_assets (
  job_id bigint not null,
  path text not null,
  sha256 text not null,
  primary key (job_id, path)
);
create index job_assets_sha256 on pressrun.job_assets (sha256);
comment on table pressrun.job_assets is
  'The files that a job''s document can refer to. They are kept as long as the job, even if the tenant''s asset is deleted.';
comment on column pressrun.job_assets.path is 'How the document refers to the file, such as logo.png.';

create table pressrun.job_images (
  job_id bigint not null,
  address text not null,
  sha256 text not null,
  fetched_at timestamptz not null default now(),
  primary key (job_id, address)
);
create index job_images_sha256 on pressrun.job_images (sha256);
comment on table pressrun.job_images is
  'The images that a worker fetched for a job, so that a retry gives the same document. The files are in the artifact store.';
comment on column pressrun.job_images.address is 'As the document has it.';
