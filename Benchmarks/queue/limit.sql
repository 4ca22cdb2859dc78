-- The row changes of one batch of empty jobs without any decision or lookup: the upper limit of a worker on these tables.
-- The job IDs of the batch are known; no row is searched for, locked or checked.
\set first (:batch * (:n * :clients + :client_id)) + 1
\set last :first + :batch - 1
\set n :n + 1
update pressrun.jobs set
  state = 'running', lease = lease + 1, attempt = attempt + 1, claimed_by = 1, claimed_at = clock_timestamp(),
  lease_expires_at = clock_timestamp() + interval '30 seconds', claim_xid = pg_current_xact_id(),
  cancel_requested = false, pages_done = null
where id between :first and :last;
with done as (
  update pressrun.jobs set state = 'completed', finished_at = clock_timestamp(), lease_expires_at = null
  where id between :first and :last
  returning id, lease, attempt, kind, run_at, claimed_at, finished_at
), attempts as (
  insert into pressrun.attempts
    (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome)
  select id, lease, attempt, 1, kind, run_at, claimed_at, finished_at, 'completed' from done
), events as (
  insert into pressrun.events (id, job_id, type, destination_kind, record)
  select ('00000000-0000-8000-8000-' || lpad(to_hex(id), 12, '0'))::uuid, id, 'pressrun.job.completed', 'none',
    (select record from record)
  from done
)
insert into pressrun.counter_deltas (kind, tenant, batch_id, state, jobs)
values ('empty', 'default', null, 'completed', :batch);
