-- The HTTP service: tokens, sessions, the log of what people and programs do, and share links.

create table pressrun.access_tokens (
  id bigint generated always as identity primary key,
  name text not null check (octet_length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  permissions text[] not null check (cardinality(permissions) > 0),
  tenants text[] check (cardinality(tenants) > 0),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null default session_user,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_on date
);
comment on table pressrun.access_tokens is
  'Tokens with which programs and people use the HTTP service. A token has the form prt_<id>_<secret> and is not stored.';
comment on column pressrun.access_tokens.name is 'Who or what uses the token.';
comment on column pressrun.access_tokens.sha256 is 'SHA-256 of the token, in hexadecimal.';
comment on column pressrun.access_tokens.permissions is 'Scopes of the API and roles in the dashboard.';
comment on column pressrun.access_tokens.tenants is 'The tenants whose data the token gives access to; null for all.';
comment on column pressrun.access_tokens.created_by is 'The login that made the token.';
comment on column pressrun.access_tokens.expires_at is 'When the token ends; null for never.';
comment on column pressrun.access_tokens.revoked_at is 'When the token was revoked; null if it was not.';
comment on column pressrun.access_tokens.last_used_on is 'The last day (UTC) on which the token was used; null for never.';

create table pressrun.audit_log (
  id bigint generated always as identity primary key,
  time timestamptz not null default clock_timestamp(),
  principal text not null,
  name text not null,
  action text not null,
  object text not null,
  tenant text
);
create index audit_log_tenant on pressrun.audit_log (tenant, id);
comment on table pressrun.audit_log is
  'What people and programs did through the HTTP service, and what logins opened to tenants. Rows are never changed or removed.';
comment on column pressrun.audit_log.principal is 'Who acted, such as token:12.';
comment on column pressrun.audit_log.name is 'The name of the token or person at that time.';
comment on column pressrun.audit_log.action is 'Such as jobs.retry.';
comment on column pressrun.audit_log.object is 'What the action applied to, such as job 17.';
comment on column pressrun.audit_log.tenant is 'The tenant that it concerned; null for several or all.';

create table pressrun.idempotency_keys (
  tenant text not null,
  key text not null,
  sha256 text not null,
  expires_at timestamptz not null,
  primary key (tenant, key)
);
create index idempotency_keys_expires_at on pressrun.idempotency_keys (expires_at);
comment on table pressrun.idempotency_keys is
  'Requests to enqueue a job that named an idempotency key. The job itself is found by its unique key.';
comment on column pressrun.idempotency_keys.sha256 is 'SHA-256 of the request''s body.';
comment on column pressrun.idempotency_keys.expires_at is 'When the key may be used for another request.';

create table pressrun.sessions (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  principal text not null check (length(principal) between 1 and 300),
  name text not null check (length(name) <= 300),
  tenants text[],
  permissions text[] not null,
  opened_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index sessions_expired on pressrun.sessions (expires_at);
comment on table pressrun.sessions is 'Sessions of people. Who can read this table cannot use them: it has only the hashes of their keys.';
comment on column pressrun.sessions.key_hash is 'SHA-256 of the key in the cookie.';
comment on column pressrun.sessions.principal is 'Who it is, such as token:12.';
comment on column pressrun.sessions.tenants is 'Tenants that the person sees; null for all.';
comment on column pressrun.sessions.used_at is 'The last request, to within a minute.';

-- ---------------------------------------------------------------------------------------------------------------------------
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
create unique index share_links_delivery on pressrun.share_links (delivery_id, sha256) where delivery_id is not null;
create index share_links_tenant on pressrun.share_links (tenant, created_at);
create index share_links_job on pressrun.share_links (job_id);
comment on table pressrun.share_links is
  'Links under which documents can be downloaded. Who can read this table cannot use the links: a token can only be made with the '
  'installation''s link key.';
comment on column pressrun.share_links.id is 'Random. Identifies the link without granting access.';
comment on column pressrun.share_links.token_hash is 'SHA-256 of the token.';
comment on column pressrun.share_links.job_id is 'The job that made the document.';
comment on column pressrun.share_links.sha256 is 'The artifact, with its bytes and media_type.';
comment on column pressrun.share_links.delivery_id is
  'The delivery that made the link, which has at most one for each file; null if a person did.';
comment on column pressrun.share_links.created_by is 'The login that made the link.';
comment on column pressrun.share_links.max_downloads is 'Null for no limit.';
comment on column pressrun.share_links.password_hash is 'scrypt, its parameters, the salt and the hash; null for no password.';
comment on column pressrun.share_links.password_failures is
  'Wrong passwords since the last right one. After 20, the link is locked.';

create table pressrun.share_link_days (
  link_id uuid not null references pressrun.share_links on delete cascade,
  day date not null,
  downloads int not null,
  primary key (link_id, day)
) with (fillfactor = 70);
comment on table pressrun.share_link_days is 'Downloads of each share link by day (UTC). Nothing identifies the readers.';
