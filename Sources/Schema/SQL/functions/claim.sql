create or replace function pressrun.claim(
  worker bigint, queues text[], max_jobs int, lease_seconds double precision, token bigint default null
) returns table (
  job_id bigint, lease bigint, kind text, queue text, tenant text, attempt int, max_attempts int, priority int,
  destination text, payload json, enqueued_at timestamptz, claimed_at timestamptz, timeout_seconds double precision,
  traceparent text, assets json, template text
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- These settings force plans that read rows through the partial indexes, in index order, whatever the statistics. Generic
-- plans are used from the first call of a session; by default, the first five executions use custom plans.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  previous record;
  claimed record;
  picked bigint[];
  found_fewer boolean;
begin
  if queues is null or queues = '{}' then
    queues := null;
  else
    queues := array(select q from unnest(queues) q where q not like 'deliveries.%');
  end if;
  select w.last_queue, w.last_tenant, w.claim_token, w.claim_xid, w.waiting, w.waiting_announced, w.kinds into previous
  from pressrun.workers w where w.id = worker;
  if previous.claim_token = token then
    -- The call repeats the previous claim, whose result the worker did not receive: return the same jobs.
    picked := array(
      select j.id from pressrun.jobs j
      where j.state = 'running' and j.claim_xid = previous.claim_xid and j.claimed_by = worker);
  else
    perform pressrun.open_lanes();
    claimed := pressrun.claim_round_robin(
      worker, queues, max_jobs, lease_seconds, coalesce(previous.last_queue, ''), coalesce(previous.last_tenant, ''),
      null, previous.kinds);
    picked := claimed.jobs;
    found_fewer := cardinality(picked) < max_jobs;
    if found_fewer and previous.waiting and not previous.waiting_announced then
      -- The previous claim set waiting and has committed. Sessions whose cache is invalidated now therefore see that the
      -- worker waits.
      perform pressrun.invalidate_enqueue_cache();
    end if;
    if picked <> '{}' then
      update pressrun.workers w set
        last_queue = claimed.last_queue, last_tenant = claimed.last_tenant, claim_token = token,
        claim_xid = pg_current_xact_id(), waiting = found_fewer, waiting_announced = found_fewer and previous.waiting
      where w.id = worker;
    elsif not previous.waiting or not previous.waiting_announced then
      update pressrun.workers w set waiting = true, waiting_announced = previous.waiting where w.id = worker;
    end if;
  end if;
  if picked = '{}' then
    return;
  end if;
  return query
    select j.id, j.lease, j.kind, j.queue, j.tenant, j.attempt, j.max_attempts, j.priority, j.destination, p.payload,
      j.enqueued_at, j.claimed_at, coalesce(k.timeout_seconds, 120), j.traceparent,
      (select json_object_agg(a.path, a.sha256) from pressrun.job_assets a where a.job_id = j.id),
      (select v.sha256 from pressrun.template_versions v where v.id = j.template)
    from pressrun.jobs j
      left join pressrun.payloads p on p.job_id = j.id
      left join pressrun.kinds k on k.name = j.kind
    where j.id = any (picked)
    order by j.priority desc, j.ready_xid, j.id;
end
$$;
comment on function pressrun.claim is
  'Claims up to max_jobs ready jobs and increments their leases: round-robin over tenants, and for one tenant by priority, then '
  'in the order in which they became ready. An empty array of queues means all. Deliveries are left to claim_deliveries, and kinds '
  'with which the worker is not registered to other workers. A call '
  'with the token of the worker''s previous claim returns the same jobs again, for a claim whose answer was lost.';
grant execute on function pressrun.claim to pressrun_worker;
