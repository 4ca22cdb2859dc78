create or replace function pressrun.holds_of(jobs bigint[])
returns table (job_id bigint, reason text, scope text, name text, since timestamptz, until timestamptz, by text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  select j.id, h.reason, h.scope, h.name, h.since, h.until, h.by
  from pressrun.jobs j cross join lateral (
    select case when l.paused then 'paused' else 'closed' end as reason, l.scope, l.name, l.paused_at as since,
      null::timestamptz as until, l.paused_by as by
    from pressrun.limits l
    where (l.scope, l.name) in (('queue', j.queue), ('tenant', j.tenant), ('kind', j.kind)) and (l.paused or l.max_running = 0)
    union all
    select case when b.state = 'disabled' then 'disabled' else 'unavailable' end, 'queue', b.queue, b.opened_at, b.next_probe_at, null
    from pressrun.breakers b where b.queue = j.queue and b.state <> 'closed'
  ) h
  where j.id = any (holds_of.jobs) and j.state::text in ('available', 'scheduled', 'retryable')
  order by j.id, h.scope, h.reason
$$;
comment on function pressrun.holds_of is
  'What keeps each of these jobs and deliveries from being claimed: a queue, tenant or kind that is paused (by whom, if known) or that has '
  'a limit of no running jobs (closed), or the circuit breaker of its queue, which is open until the next probe (unavailable) or was '
  'disabled by the destination.';
grant execute on function pressrun.holds_of to pressrun_monitor;
grant execute on function pressrun.holds_of to pressrun_relay;
grant execute on function pressrun.holds_of to pressrun_service;
grant execute on function pressrun.holds_of to pressrun_worker;
