create or replace function pressrun.pending(queues text[], soon interval)
returns table (
  available bigint, running bigint, waiting bigint, later bigint, next_due timestamptz, now timestamptz
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  with held as (
    select count(*) as jobs, min(j.lease_expires_at) as next from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim()
      and pressrun.serves_queue(queues, j.queue)
  ), due as (
    select count(*) filter (where j.state = 'retryable' or j.run_at <= clock_timestamp() + soon) as soon,
      count(*) filter (where j.state = 'scheduled' and j.run_at > clock_timestamp() + soon) as later, min(j.run_at) as next
    from pressrun.jobs j
    where j.state in ('scheduled', 'retryable') and pressrun.serves_queue(queues, j.queue)
  )
  select
    (select count(*) from pressrun.jobs j
      where j.state = 'available' and pressrun.serves_queue(queues, j.queue)),
    held.jobs, due.soon, due.later, least(held.next, due.next), clock_timestamp()
  from held, due
$$;
comment on function pressrun.pending is
  'Number of jobs that are not in a final state, of the queues that serves_queue selects. Jobs scheduled for a time later than '
  '`soon` from now are counted as later, not as waiting.';
grant execute on function pressrun.pending to pressrun_monitor;
grant execute on function pressrun.pending to pressrun_worker;
grant execute on function pressrun.pending to pressrun_relay;
