-- Tokens for the HTTP service, and the log of what their owners do.

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
  'What people and programs did through the HTTP service. Rows are never changed or removed.';
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
