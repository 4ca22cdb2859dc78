create or replace function pressrun.live_counts()
returns table (
  queue text, kind text, tenant text, state pressrun.job_state, jobs bigint, oldest timestamptz
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.run_at)
  from pressrun.jobs j where j.state = 'available' group by j.queue, j.kind, j.tenant, j.state
  union all
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.claimed_at)
  from pressrun.jobs j where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim()
  group by j.queue, j.kind, j.tenant, j.state
  union all
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.run_at)
  from pressrun.jobs j where j.state in ('scheduled', 'retryable') group by j.queue, j.kind, j.tenant, j.state
$$;
comment on function pressrun.live_counts is
  'Number of jobs that are not in a final state, counted through the partial indexes. oldest is when the first of them '
  'became due, or was claimed.';
grant execute on function pressrun.live_counts to pressrun_monitor;
grant execute on function pressrun.live_counts to pressrun_worker;
grant execute on function pressrun.live_counts to pressrun_relay;
grant execute on function pressrun.live_counts to pressrun_service;
