-- Assets: files that a tenant keeps for its documents, and the files that each job refers to.

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

-- These have another parameter or column now.
drop function if exists pressrun.enqueue(
  text, json, text, text, int, timestamptz, text, int, text, text, interval, json, text);
drop function if exists pressrun.enqueue_one(
  text, json, text, text, int, timestamptz, text, int, text, text, interval, json, text);
drop function if exists pressrun.enqueue_uncached(
  bigint, text, json, text, text, int, timestamptz, text, int, text, text, interval, json, text);
drop function if exists pressrun.enqueue_many(
  text, json[], text, text, int, timestamptz, text[], int, text, text, interval, json, text);
drop function if exists pressrun.claim(bigint, text[], int, double precision, bigint);
