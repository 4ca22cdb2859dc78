-- What fair and flat claiming stands on. See "How claims stay flat" in docs/architecture.md.
--
-- Ready jobs stand in lanes: one for each queue, tenant, priority and kind. Within a lane they stand in the order of the
-- transactions that made them ready (`ready_xid`), and of their ids within a transaction. A transaction that is not in
-- a snapshot's list of those in progress has shown all that it ever will: so of the part of a lane before its first
-- visible job, only the transactions in progress can still show one, and their numbers are known. A lane's head is
-- therefore exact without locks on producers, and no claim reads again what earlier ones took, not even while an old
-- snapshot keeps it from being vacuumed.

alter type pressrun.attempt_outcome add value if not exists 'snoozed';

alter table pressrun.jobs
  add column ready_xid xid8,
  add column claim_xid xid8,
  add column batch_id bigint,
  add column pages_done int;
alter table pressrun.jobs alter column ready_xid set default pg_current_xact_id();
comment on column pressrun.jobs.ready_xid is 'The transaction that made the job available: its place in its lane.';
comment on column pressrun.jobs.claim_xid is 'The transaction that claimed it last.';
comment on column pressrun.jobs.batch_id is 'The batch that it belongs to, if any.';
comment on column pressrun.jobs.pages_done is 'Pages set so far in this attempt, by the last heartbeat that told.';

-- 3 is the first number a transaction can have: older than all.
update pressrun.jobs set ready_xid = '3', claim_xid = case when state = 'running' then '3'::xid8 end
where state in ('scheduled', 'available', 'running', 'retryable');

create function pressrun.lane_key(queue text, tenant text, kind text, priority int) returns bigint
language sql immutable parallel safe
as $$ select hashtextextended(queue || chr(31) || tenant || chr(31) || kind, priority) $$;
comment on function pressrun.lane_key is
  'The number of a lane in the index of ready jobs. Should two lanes ever share one, each still reads its own jobs only.';

create index jobs_ready_lane on pressrun.jobs (pressrun.lane_key(queue, tenant, kind, priority), ready_xid, id)
  where state = 'available';
create index jobs_claimed on pressrun.jobs (claim_xid) where state = 'running';

create table pressrun.lanes (
  queue text not null,
  tenant text not null,
  priority int not null,
  kind text not null,
  key bigint not null,
  head_xid xid8 not null,
  head_id bigint not null default 0,
  pending xid8[] not null default '{}',
  closing xid8,
  version bigint not null default 0,
  served_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create unique index lanes_ring on pressrun.lanes (queue, tenant, priority desc, kind);
comment on table pressrun.lanes is 'Lanes that have ready jobs, or had some just now. Claims open and close them.';
comment on column pressrun.lanes.head_xid is
  'With head_id, where the lane begins: what stands before it is taken, but for jobs of transactions in pending.';
comment on column pressrun.lanes.pending is 'Transactions before the head that had not ended when it was set.';
comment on column pressrun.lanes.closing is
  'Set when the lane was found empty, so that producers announce themselves again: 0 at first, then a barrier. When all '
  'transactions before the barrier have ended and it is still empty, it goes.';
comment on column pressrun.lanes.version is 'Grows with each change. A claim changes the head only of the version it read.';

create table pressrun.arrivals (
  queue text not null,
  tenant text not null,
  priority int not null,
  kind text not null,
  position xid8 not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index arrivals_lane on pressrun.arrivals (queue, tenant, priority, kind, position);
comment on table pressrun.arrivals is
  'Lanes to open, or whose head goes back to an earlier transaction. Written with a job that becomes ready, taken by '
  'the next claim: producers never touch a row that others wait for.';

create function pressrun.announce(queue text, tenant text, priority int, kind text, at xid8) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  -- The caller has written its job, so it has its transaction's number. If it now sees the lane open, whoever closes it
  -- waits for the end of that transaction first. A transaction with a snapshot of its own may see what is long past.
  insert into pressrun.arrivals (queue, tenant, priority, kind, position)
  select announce.queue, announce.tenant, announce.priority, announce.kind, announce.at
  where announce.at <> pg_current_xact_id() or current_setting('transaction_isolation') <> 'read committed'
    or not exists (
      select from pressrun.lanes l
      where l.queue = announce.queue and l.tenant = announce.tenant and l.priority = announce.priority
        and l.kind = announce.kind and l.closing is null
    ) and not exists (
      select from pressrun.arrivals a
      where a.queue = announce.queue and a.tenant = announce.tenant and a.priority = announce.priority
        and a.kind = announce.kind and a.position <= announce.at
    );
end
$$;
comment on function pressrun.announce is
  'Makes claims look at a lane from this transaction on. To be called after the job was written.';

-- What is limited, and what is not to be claimed at all. A scope without a row is free, and costs claims nothing.
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
  depth_seen int,
  depth_sequence bigint,
  primary key (scope, name),
  check (max_depth is null or scope = 'queue'),
  check (rate is null or scope = 'tenant')
) with (fillfactor = 50);
comment on table pressrun.limits is 'Limits of queues, tenants and kinds, and which of them are paused.';
comment on column pressrun.limits.max_running is 'Jobs that may run at once; null for any number.';
comment on column pressrun.limits.max_depth is 'Of a queue: ready jobs beyond which enqueue is refused.';
comment on column pressrun.limits.rate is 'Of a tenant: claims a second on average (a token bucket).';
comment on column pressrun.limits.burst is 'Of a tenant: claims at once after a pause.';
comment on column pressrun.limits.tokens is 'What the bucket held at refilled_at.';
comment on column pressrun.limits.depth_seen is
  'Ready jobs when they were last counted, and depth_sequence the last id then: they have grown by no more since than ids '
  'were drawn.';

-- Points that upkeep has reached.
create table pressrun.marks (
  name text primary key,
  xid xid8 not null default '0',
  due_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
insert into pressrun.marks (name) values ('running'), ('upkeep'), ('promote'), ('sweep');
comment on table pressrun.marks is
  'How far upkeep has got: running, no job that runs was claimed by an earlier transaction; the others, when they are due.';

alter table pressrun.workers
  add column ring_queue text not null default '',
  add column ring_tenant text not null default '',
  add column claim_token bigint,
  add column claim_xid xid8;
comment on column pressrun.workers.ring_tenant is 'Whom this worker served last, in ring_queue: the next one is served next.';
comment on column pressrun.workers.claim_token is 'Of its last claim that took something, and claim_xid its transaction.';

-- Counts of jobs in final states, and of batches. What changes them is appended; upkeep adds it up. So they are exact
-- at any time, and no row is written by all.
create table pressrun.totals (
  kind text not null,
  tenant text not null,
  state pressrun.job_state not null,
  jobs bigint not null,
  primary key (kind, tenant, state)
) with (fillfactor = 50);
comment on table pressrun.totals is 'Jobs in final states, without what still stands in tallies.';
insert into pressrun.totals
select kind, tenant, state, count(*) from pressrun.jobs where state in ('completed', 'cancelled', 'discarded')
group by kind, tenant, state;

create table pressrun.tallies (
  kind text not null,
  tenant text not null,
  batch_id bigint,
  -- Null where jobs were added to a batch.
  state pressrun.job_state,
  jobs int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table pressrun.tallies is 'Changes of totals and batches that are not added up yet.';

create table pressrun.batches (
  id bigint generated always as identity primary key,
  tenant text not null,
  name text not null,
  held boolean not null default false,
  jobs bigint not null default 0,
  completed bigint not null default 0,
  discarded bigint not null default 0,
  cancelled bigint not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (tenant, name)
) with (fillfactor = 50);
create index batches_open on pressrun.batches (id) where completed_at is null;
comment on table pressrun.batches is
  'Jobs that belong together. The counts lack what still stands in tallies; the view batch_status has all.';
comment on column pressrun.batches.held is 'Jobs are still to be added: it is not complete however few are left.';
