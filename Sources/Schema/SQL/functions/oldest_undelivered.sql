create or replace function pressrun.oldest_undelivered(out queue text, out seconds double precision)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  select u.queue, extract(epoch from clock_timestamp() - u.enqueued_at)::double precision
  from (
    select j.queue, j.enqueued_at from pressrun.jobs j where j.state = 'available' and j.kind like 'deliver.%'
    union all
    select j.queue, j.enqueued_at from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim() and j.kind like 'deliver.%'
    union all
    select j.queue, j.enqueued_at from pressrun.jobs j where j.state in ('scheduled', 'retryable') and j.kind like 'deliver.%'
  ) u
  order by u.enqueued_at limit 1
$$;
comment on function pressrun.oldest_undelivered is
  'The queue of the delivery that has not ended for longest, and the seconds since it was requested; null if there is none.';
grant execute on function pressrun.oldest_undelivered to pressrun_monitor;
grant execute on function pressrun.oldest_undelivered to pressrun_service;
