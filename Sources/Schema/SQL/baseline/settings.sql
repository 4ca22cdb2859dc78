-- Settings of kinds, queues and tenants. Kinds and schedules are registered from files; operators set the others.
--
-- The files of this folder are the tables, types and indexes of the schema `pressrun`, in the order in which SchemaFiles lists
-- them. Functions and views are files of their own (../functions, ../views).
--
-- Times are the database server's. Tables that every job passes through have no foreign keys: each would cost a lookup and a
-- row lock per insert, and only the functions of this schema write to them.

create table pressrun.kinds (
  name text primary key check (name ~ '^(deliver\.)?[a-z][a-z0-9_-]{0,62}$'),
  queue text not null default 'default',
  max_attempts int not null default 5 check (max_attempts between 1 and 1000),
  backoff_base_seconds double precision not null default 2 check (backoff_base_seconds between 0 and 86400),
  backoff_limit_seconds double precision not null default 600 check (backoff_limit_seconds between 0 and 8640000),
  backoff_jitter double precision not null default 0.2 check (backoff_jitter between 0 and 1),
  timeout_seconds double precision not null default 120 check (timeout_seconds > 0),
  default_destination text,
  allowed text[] not null default '{}',
  denied text[] not null default '{}',
  schema jsonb
);
comment on table pressrun.kinds is
  'Kinds of jobs. Workers register those that may be enqueued; deliver.* are the deliveries to each kind of destination.';
comment on column pressrun.kinds.allowed is 'Policy rules: destinations that jobs of this kind may have; empty for all.';
comment on column pressrun.kinds.denied is 'Policy rules: destinations that jobs of this kind must not have.';
comment on column pressrun.kinds.schema is
  'JSON Schema of payloads (the keywords that schema_problem knows); enqueues refuse others. Null accepts all.';
-- 20 attempts take about 19 hours.
insert into pressrun.kinds
  (name, queue, max_attempts, backoff_base_seconds, backoff_limit_seconds, timeout_seconds)
select 'deliver.' || d.kind, 'deliveries.' || d.kind, 20, 5, 7200, case d.kind when 'print' then 3600 else 600 end
from unnest(array['email', 'print', 'folder', 's3', 'webdav', 'sftp', 'webhook', 'link']) as d (kind);

create table pressrun.queues (
  name text primary key check (name ~ '^[A-Za-z0-9_.-]{1,100}$')
);
comment on table pressrun.queues is 'Every queue that a kind or a job has named.';
insert into pressrun.queues values ('default');

create table pressrun.policies (
  tenant text primary key,
  sharing boolean not null,
  allowed text[] not null,
  denied text[] not null,
  changed_at timestamptz not null default now()
);
comment on table pressrun.policies is
  'Destinations that a tenant may use. A tenant without a row has the default policy, whose tenant is "*".';
comment on column pressrun.policies.sharing is 'If false, every destination is refused.';
comment on column pressrun.policies.allowed is 'Rules of allowed destinations; empty for none, * for all.';
comment on column pressrun.policies.denied is 'Rules of denied destinations; they take precedence.';
-- Folders, and share links for downloads.
insert into pressrun.policies (tenant, sharing, allowed, denied) values ('*', true, '{folder,link}', '{}');

create table pressrun.limits (
  scope text not null check (scope in ('queue', 'tenant', 'kind')),
  name text not null,
  paused boolean not null default false,
  max_running int check (max_running >= 0),
  max_depth int check (max_depth >= 0),
  rate double precision check (rate > 0),
  burst double precision check (burst >= 1),
  tokens double precision not null default 0,
  refilled_at timestamptz not null default clock_timestamp(),
  claim_xid xid8,
  paused_at timestamptz,
  primary key (scope, name),
  constraint limits_max_depth_scope check (max_depth is null or scope = 'queue'),
  constraint limits_rate_scope check (rate is null or scope in ('queue', 'tenant'))
) with (fillfactor = 50);
create index limits_depth on pressrun.limits (name) where max_depth is not null;
comment on table pressrun.limits is
  'Limits of queues, tenants and kinds, and which of them are paused. A scope without a row has no limit.';
comment on column pressrun.limits.max_running is 'Jobs that may run at once; null for any number.';
comment on column pressrun.limits.max_depth is 'Queues only: number of ready jobs beyond which enqueue is refused.';
comment on column pressrun.limits.rate is 'Queues and tenants: average claims per second (a token bucket).';
comment on column pressrun.limits.burst is 'Queues and tenants: size of the token bucket.';
comment on column pressrun.limits.tokens is 'Tokens in the bucket at refilled_at.';
comment on column pressrun.limits.claim_xid is 'Tenants only: the last transaction that claimed jobs of the tenant.';
comment on column pressrun.limits.paused_at is 'Since when it is paused; null if it is not.';

create table pressrun.retention (
  what text primary key check (what in ('completed', 'cancelled', 'discarded', 'workers', 'incidents')),
  keep interval check (keep >= interval '0')
);
comment on table pressrun.retention is 'How long finished jobs and other records are kept; null for ever.';
comment on column pressrun.retention.what is 'A final job state, deregistered workers, or incidents.';
insert into pressrun.retention (what, keep) values
  ('completed', '30 days'), ('cancelled', '30 days'), ('discarded', '90 days'), ('workers', '7 days'),
  ('incidents', '7 days');

create table pressrun.schedules (
  name text primary key,
  kind text not null,
  cron text not null,
  time_zone text not null,
  payload json not null,
  tenant text not null,
  destination text,
  priority int not null,
  queue text,
  paused boolean not null default false,
  next_at timestamptz not null,
  last_at timestamptz,
  last_job bigint,
  last_error text
);
create index schedules_due on pressrun.schedules (next_at) where not paused;
comment on table pressrun.schedules is 'Periodic jobs. Workers register them from the files of the kinds.';
comment on column pressrun.schedules.next_at is 'When the next job is due.';
