-- Claiming and holding. Time is always the database's: a worker's clock may be wrong.
--
-- The functions pin the plans of their statements. Whatever the statistics say (they are stale after each burst, and a
-- session keeps the plan it first made), rows are reached through the partial indexes, in the order of the index. Costs
-- are meaningless then, so JIT compilation, which they set off, is off.

create function pressrun.promote() returns void
language plpgsql
as $$
declare
  promoted text;
begin
  for promoted in
    with due as materialized (
      select j.id from pressrun.jobs j
      where j.state in ('scheduled', 'retryable') and j.run_at <= clock_timestamp()
      order by j.run_at limit 1000
      for update skip locked
    ), moved as (
      update pressrun.jobs j set state = 'available' from due where j.id = due.id returning j.queue
    )
    select distinct m.queue from moved m
  loop
    perform pg_notify('pressrun_jobs', promoted);
  end loop;
end
$$;
comment on function pressrun.promote is 'Makes jobs available whose time has come. Each claim does it first.';

create function pressrun.claim(worker bigint, queues text[], max_jobs int, lease_seconds double precision)
returns table (
  job_id bigint, lease bigint, kind text, queue text, tenant text, attempt int, max_attempts int, priority int,
  destination text, payload json, enqueued_at timestamptz, claimed_at timestamptz, timeout_seconds double precision
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off set jit = off
as $$
#variable_conflict use_column
declare
  picked bigint[];
begin
  perform pressrun.promote();
  if cardinality(queues) is null or cardinality(queues) = 0 then
    select array_agg(q.name) into queues from pressrun.queues q;
  end if;
  if cardinality(queues) = 1 then
    select array_agg(p.id) into picked from (
      select j.id from pressrun.jobs j
      where j.state = 'available' and j.queue = queues[1]
      order by j.priority desc, j.run_at, j.id limit max_jobs
      for update skip locked
    ) p;
  else
    -- Each queue offers its best; those that are not taken are unlocked again when this statement's transaction ends.
    select array_agg(p.id) into picked from (
      select o.id from unnest(queues) as names (name) cross join lateral (
        select j.id, j.priority, j.run_at from pressrun.jobs j
        where j.state = 'available' and j.queue = names.name
        order by j.priority desc, j.run_at, j.id limit max_jobs
        for update skip locked
      ) o
      order by o.priority desc, o.run_at, o.id limit max_jobs
    ) p;
  end if;
  if picked is null then
    return;
  end if;
  return query
    with claimed as (
      update pressrun.jobs j set
        state = 'running', lease = j.lease + 1, attempt = j.attempt + 1, claimed_by = worker,
        claimed_at = clock_timestamp(), lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
        cancel_requested = false
      where j.id = any (picked)
      returning j.*
    )
    select c.id, c.lease, c.kind, c.queue, c.tenant, c.attempt, c.max_attempts, c.priority, c.destination, p.payload,
      c.enqueued_at, c.claimed_at, coalesce(k.timeout_seconds, 120)
    from claimed c
      left join pressrun.payloads p on p.job_id = c.id
      left join pressrun.kinds k on k.name = c.kind
    order by c.priority desc, c.run_at, c.id;
end
$$;
comment on function pressrun.claim is
  'Takes up to max_jobs ready jobs, highest priority first, then the oldest. No queue means all. Raises each job''s '
  'lease.';

create function pressrun.heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision)
returns table (job_id bigint, lease bigint, cancel_requested boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
begin
  update pressrun.workers w
  set heartbeat_at = clock_timestamp(), running = cardinality(jobs), stopped_at = null
  where w.id = worker;
  return query
    -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
    with held as materialized (
      select j.id from unnest(jobs, leases) as h (id, lease) join pressrun.jobs j on j.id = h.id
      where j.lease = h.lease and j.state = 'running'
      order by j.id for update of j
    )
    update pressrun.jobs j set lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
    from held where j.id = held.id
    returning j.id, j.lease, j.cancel_requested;
end
$$;
comment on function pressrun.heartbeat is
  'Extends the leases that are still held and answers them; a lease that is not among the answers is lost.';

create function pressrun.register_worker(host text, pid int, version text, slots int, queues text[]) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.workers (host, pid, version, slots, queues) values (host, pid, version, slots, queues)
  returning id
$$;

create function pressrun.unregister_worker(worker bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update pressrun.workers set stopped_at = clock_timestamp(), running = 0 where id = worker
$$;
