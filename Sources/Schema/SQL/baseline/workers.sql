-- Workers, and the tasks that they do together.

create table pressrun.workers (
  id bigint generated always as identity primary key,
  host text not null,
  pid int not null,
  version text not null,
  slots int not null,
  running int not null default 0,
  queues text[] not null,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp(),
  stopped_at timestamptz,
  last_queue text not null default '',
  last_tenant text not null default '',
  claim_token bigint,
  claim_xid xid8,
  waiting boolean not null default true,
  waiting_announced boolean not null default false,
  kinds text[],
  fonts text,
  libraries text,
  problem text,
  problem_since timestamptz,
  memory_bytes bigint,
  storage_bytes bigint check (storage_bytes > 0),
  storage_free_bytes bigint check (storage_free_bytes >= 0)
) with (fillfactor = 50);
create index workers_active on pressrun.workers (id) where stopped_at is null;
comment on table pressrun.workers is 'Registered workers. A heartbeat changes no indexed column, so the update stays HOT.';
comment on column pressrun.workers.last_tenant is
  'With last_queue, the tenant that this worker served last: the next claim begins with the one after it.';
comment on column pressrun.workers.claim_token is 'Token of the last claim that returned jobs.';
comment on column pressrun.workers.claim_xid is 'Transaction of the last claim that returned jobs.';
comment on column pressrun.workers.waiting is
  'Its last claim returned fewer jobs than requested. Enqueue notifies only if a worker waits.';
comment on column pressrun.workers.waiting_announced is
  'The enqueue cache was invalidated since waiting was set: every session knows that a worker waits.';
comment on column pressrun.workers.kinds is 'Kinds of jobs that it can render; null for all.';
comment on column pressrun.workers.fonts is 'Hash of its fonts; null if it renders nothing.';
comment on column pressrun.workers.libraries is 'Versions of the libraries on which pages depend; null if it renders nothing.';
comment on column pressrun.workers.problem is 'What keeps it from working at present, such as a full disk; null for nothing.';
comment on column pressrun.workers.problem_since is 'When the problem began.';
comment on column pressrun.workers.memory_bytes is
  'Resident memory of the process and its renderers as of the last heartbeat; null before the first one.';
comment on column pressrun.workers.storage_bytes is 'Size of the file system with its artifact store; null for a bucket.';
comment on column pressrun.workers.storage_free_bytes is 'What of it a process without privileges may still use.';

create table pressrun.maintenance_tasks (
  name text primary key,
  oldest_claim_xid xid8 not null default '0',
  due_at timestamptz not null default '-infinity',
  last_job_id bigint not null default 0
) with (fillfactor = 50);
insert into pressrun.maintenance_tasks (name)
values ('maintain'), ('promote_due_jobs'), ('reopen_lanes'), ('rescue'), ('prune'), ('statistics');
comment on table pressrun.maintenance_tasks is 'When each periodic task is due, and how far it has got.';
comment on column pressrun.maintenance_tasks.oldest_claim_xid is
  'For rescue: no running job was claimed by a transaction before this one.';
comment on column pressrun.maintenance_tasks.last_job_id is 'For prune: jobs up to this id were checked in this round.';

create table pressrun.incidents (
  what text not null check (what in ('fenced', 'rescued')),
  at timestamptz not null default clock_timestamp(),
  count bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index incidents_at on pressrun.incidents (at);
comment on table pressrun.incidents is 'Fenced writes and rescued leases.';
