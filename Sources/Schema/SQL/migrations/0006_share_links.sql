-- Share links: addresses under which a finished document can be downloaded. The database has only the hashes of their tokens.

create table pressrun.share_links (
  id uuid primary key,
  token_hash bytea not null constraint share_links_token unique check (octet_length(token_hash) = 32),
  tenant text not null,
  job_id bigint not null,
  kind text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  media_type text not null,
  delivery_id bigint,
  created_at timestamptz not null default now(),
  created_by text not null default session_user,
  expires_at timestamptz not null,
  max_downloads int check (max_downloads between 1 and 1000000),
  downloads int not null default 0,
  last_download_at timestamptz,
  revoked_at timestamptz,
  password_hash text check (length(password_hash) <= 200),
  password_failures int not null default 0
) with (fillfactor = 85);
create unique index share_links_delivery on pressrun.share_links (delivery_id) where delivery_id is not null;
create index share_links_tenant on pressrun.share_links (tenant, created_at);
create index share_links_job on pressrun.share_links (job_id);
comment on table pressrun.share_links is
  'Links under which documents can be downloaded. Who can read this table cannot use the links: a token can only be made with the '
  'installation''s link key.';
comment on column pressrun.share_links.id is 'Random. Identifies the link without granting access.';
comment on column pressrun.share_links.token_hash is 'SHA-256 of the token.';
comment on column pressrun.share_links.job_id is 'The job that made the document.';
comment on column pressrun.share_links.sha256 is 'The artifact, with its bytes and media_type.';
comment on column pressrun.share_links.delivery_id is 'The delivery that made the link, which has at most one; null if a person did.';
comment on column pressrun.share_links.created_by is 'The login that made the link.';
comment on column pressrun.share_links.max_downloads is 'Null for no limit.';
comment on column pressrun.share_links.password_hash is 'scrypt, its parameters, the salt and the hash; null for no password.';
comment on column pressrun.share_links.password_failures is
  'Wrong passwords since the last right one. After 20, the link is locked.';

-- Receipts of the deliveries of archives, which are part of the record of their document.

create table pressrun.annotation_receipts (
  document text not null,
  delivery_id bigint not null,
  job_id bigint not null,
  sequence bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  destination text not null,
  receipt json not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (document, delivery_id)
);
create index annotation_builds_job on pressrun.annotation_builds (job_id);
comment on table pressrun.annotation_receipts is
  'Receipts of delivered archives: the record of a document, kept when the jobs are pruned. Rows are only added.';
comment on column pressrun.annotation_receipts.sequence is 'The last segment that the delivered archive has.';
comment on column pressrun.annotation_receipts.sha256 is 'The artifact that was delivered: the PDF, or the bag.';
