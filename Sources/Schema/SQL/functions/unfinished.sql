create or replace function pressrun.unfinished(queues text[], soon interval, kinds text[] default null)
returns table (obstacle text, scope text, name text, jobs bigint)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  with waiting as (
    select j.queue, j.tenant, j.kind, count(*) as jobs from pressrun.jobs j
    where j.state = 'available' and pressrun.serves_queue(queues, j.queue)
    group by j.queue, j.tenant, j.kind
    union all
    select j.queue, j.tenant, j.kind, count(*) from pressrun.jobs j
    where j.state in ('scheduled', 'retryable') and pressrun.serves_queue(queues, j.queue)
      and (j.state = 'retryable' or j.run_at <= clock_timestamp() + soon)
    group by j.queue, j.tenant, j.kind
    union all
    -- Binders of batches that maintenance is about to complete.
    select j.queue, j.tenant, j.kind, count(*)
    from pressrun.batch_status s
      join pressrun.batches b on b.id = s.batch_id
      join pressrun.jobs j on j.id = b.binder_job
    where s.completed_at is null and not s.held and (s.jobs > 0 or b.closed) and s.jobs <= s.completed + s.discarded + s.cancelled
      and j.state = 'scheduled' and j.run_at > clock_timestamp() + soon and pressrun.serves_queue(queues, j.queue)
    group by j.queue, j.tenant, j.kind
  )
  select o.obstacle, o.scope, o.name, sum(w.jobs)::bigint
  from waiting w left join lateral (
    select case when l.paused then 'paused' else 'closed' end as obstacle, l.scope, l.name from pressrun.limits l
    where (l.scope, l.name) in (('queue', w.queue), ('tenant', w.tenant), ('kind', w.kind)) and (l.paused or l.max_running = 0)
    union all
    select 'disabled', 'queue', b.queue from pressrun.breakers b where b.queue = w.queue and b.state = 'disabled'
    union all
    select 'unserved', 'kind', w.kind where not w.kind = any (kinds)
    order by 1, 2 limit 1
  ) o on true
  group by o.obstacle, o.scope, o.name
  union all
  select null, null, null, p.running from pressrun.pending(queues, soon) p where p.running > 0
$$;
comment on function pressrun.unfinished is
  'Jobs that are not in a final state, of the queues that serves_queue selects, by what keeps them from being claimed: a queue, '
  'tenant or kind that is paused or that has a limit of no running jobs (closed), the circuit breaker of a queue that is disabled, or '
  'a kind that is not among kinds (unserved; none if kinds is null). An obstacle of null is for jobs that run or can be claimed. '
  'Jobs scheduled for a time later than `soon` from now are left out, except the binders of batches whose '
  'jobs have all finished.';
grant execute on function pressrun.unfinished to pressrun_worker;
grant execute on function pressrun.unfinished to pressrun_relay;
