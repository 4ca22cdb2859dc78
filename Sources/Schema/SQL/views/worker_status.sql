create or replace view pressrun.worker_status as
select w.id, w.host, w.pid, w.version, w.slots, w.running, w.queues, w.started_at, w.heartbeat_at,
  extract(epoch from clock_timestamp() - w.heartbeat_at)::double precision as heartbeat_age_seconds,
  coalesce(h.leases, 0) as leases, w.kinds, w.fonts, w.libraries, w.problem, w.problem_since,
  w.memory_bytes, w.storage_bytes, w.storage_free_bytes
from pressrun.workers w left join (
  select j.claimed_by, count(*) as leases from pressrun.jobs j
  where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim() group by j.claimed_by
) h on h.claimed_by = w.id
where w.stopped_at is null and w.heartbeat_at > clock_timestamp() - interval '10 minutes';
comment on view pressrun.worker_status is
  'Registered workers. A heartbeat much older than its interval means that the worker is gone; after ten minutes it is left out.';
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
comment on column pressrun.worker_status.kinds is 'Kinds of jobs that it can render; null for all.';
comment on column pressrun.worker_status.fonts is 'Hash of its fonts; workers with different fonts make different pages of the same job.';
comment on column pressrun.worker_status.libraries is 'Versions of the libraries on which pages depend.';
comment on column pressrun.worker_status.problem is 'The problem that keeps it from working at present; null for none.';
comment on column pressrun.worker_status.problem_since is 'When the problem began.';
comment on column pressrun.worker_status.memory_bytes is
  'Resident memory of the process and its renderers as of its last heartbeat.';
comment on column pressrun.worker_status.storage_bytes is 'Size of the file system with its artifact store; null for a bucket.';
comment on column pressrun.worker_status.storage_free_bytes is 'Free bytes of that file system.';
grant select on pressrun.worker_status to pressrun_monitor;
grant select on pressrun.worker_status to pressrun_service;
