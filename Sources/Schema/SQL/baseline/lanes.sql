-- Lanes of ready jobs, and what producers read to enqueue.
--
-- A lane holds the ready jobs of one queue, tenant, priority and kind, ordered by the transaction that made them ready
-- and by their id. A transaction that is not in a snapshot's list of transactions in progress adds no more jobs, so the head
-- of a lane is exact without locking producers; see "How claims stay flat" in docs/architecture.md.

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
create unique index lanes_round_robin on pressrun.lanes (queue, tenant, priority desc, kind);
-- Transaction numbers begin at 3; smaller values of closing are phases (see close_lanes).
create index lanes_closing on pressrun.lanes (closing) where closing < '3';
comment on table pressrun.lanes is 'Lanes that have ready jobs, or had some recently.';
comment on column pressrun.lanes.key is 'lane_key(queue, tenant, kind, priority).';
comment on column pressrun.lanes.head_xid is
  'With head_id, the head of the lane: no job before it is ready, except jobs of transactions in pending.';
comment on column pressrun.lanes.pending is 'Transactions before the head that were in progress when the head was set.';
comment on column pressrun.lanes.closing is
  'Null while the lane is open. An empty lane passes through 0, then 1 once the enqueue cache was invalidated, then a barrier: '
  'when all transactions before the barrier have ended and the lane is still empty, its row is deleted.';
comment on column pressrun.lanes.version is 'Incremented by each change. A claim moves the head only of the version it read.';

create table pressrun.lane_requests (
  queue text not null,
  tenant text not null,
  priority int not null,
  kind text not null,
  xid xid8 not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index lane_requests_lane on pressrun.lane_requests (queue, tenant, priority, kind, xid);
comment on table pressrun.lane_requests is
  'Requests to open a lane, or to move its head back to an earlier transaction. Producers append, claims consume: a producer '
  'never updates a row that others lock.';
comment on column pressrun.lane_requests.xid is 'Transaction that made the first new job of the lane ready.';

create table pressrun.depth_counts (
  queue text primary key,
  max_depth int,
  jobs int,
  last_job_id bigint,
  xid xid8,
  pending xid8[] not null default '{}',
  valid_until timestamptz not null default '-infinity'
) with (fillfactor = 50);
comment on table pressrun.depth_counts is
  'Last count of the ready jobs of each queue that has a depth limit. Separate from limits, whose rows claims lock.';
comment on column pressrun.depth_counts.max_depth is 'The limit at that time. Counting stops there.';
comment on column pressrun.depth_counts.last_job_id is
  'Highest job id before the count: an upper bound of the jobs added since is the number of ids drawn since.';
comment on column pressrun.depth_counts.xid is 'Jobs of this transaction and later ones, and of those in pending, are not counted.';
comment on column pressrun.depth_counts.valid_until is 'The queue is not counted again before this time; see check_depth.';

-- The value is a random secret. It is read and set outside of transactions: a new value invalidates the enqueue cache of every
-- session at once.
create sequence pressrun.enqueue_cache_epoch;
comment on sequence pressrun.enqueue_cache_epoch is 'Secret that signs cached enqueue validations; see enqueue_one.';
select setval('pressrun.enqueue_cache_epoch',
  greatest(1, ('x' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::bigint));
