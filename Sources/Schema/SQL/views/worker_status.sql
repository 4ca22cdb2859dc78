create or replace view pressrun.worker_status as
select w.id, w.host, w.pid, w.version, w.slots, w.running, w.queues, w.started_at, w.heartbeat_at,
  extract(epoch from clock_timestamp() - w.heartbeat_at)::double precision as heartbeat_age_seconds,
  coalesce(h.leases, 0) as leases, w.memory_bytes
from pressrun.workers w left join (
  select j.claimed_by, count(*) as leases from pressrun.jobs j
  where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim() group by j.claimed_by
) h on h.claimed_by = w.id
where w.stopped_at is null;
comment on view pressrun.worker_status is
  'Registered workers. A heartbeat much older than its interval means that the worker is gone.';
comment on column pressrun.worker_status.id is 'Worker.';
comment on column pressrun.worker_status.host is 'Host name.';
comment on column pressrun.worker_status.pid is 'Process id.';
comment on column pressrun.worker_status.version is 'Version of Pressrun.';
comment on column pressrun.worker_status.slots is 'Jobs that it can run at once.';
comment on column pressrun.worker_status.running is 'Running jobs as of its last heartbeat.';
comment on column pressrun.worker_status.queues is 'Queues that it serves; empty for all.';
comment on column pressrun.worker_status.started_at is 'When it registered.';
comment on column pressrun.worker_status.heartbeat_at is 'Last heartbeat.';
comment on column pressrun.worker_status.heartbeat_age_seconds is 'Age of the last heartbeat.';
comment on column pressrun.worker_status.leases is 'Leases that it holds.';
comment on column pressrun.worker_status.memory_bytes is
  'Resident memory of the process and its renderers as of its last heartbeat.';
grant select on pressrun.worker_status to pressrun_monitor;
grant select on pressrun.worker_status to pressrun_service;
