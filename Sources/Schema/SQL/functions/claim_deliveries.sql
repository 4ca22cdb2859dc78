create or replace function pressrun.claim_deliveries(
  relay bigint, max_deliveries int, lease_seconds double precision, token bigint default null, per_queue int default 8,
  queues text[] default '{}', capacities int[] default '{}'
) returns table (
  delivery_id bigint, lease bigint, queue text, tenant text, destination text, attempt int, max_attempts int,
  may_have_arrived boolean, options json, job_id bigint, kind text, payload json, files jsonb,
  mail_body jsonb, completed_at timestamptz, claimed_at timestamptz, timeout_seconds double precision, traceparent text
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- See claim.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  previous record;
  served_queue text;
  served_tenant text;
  capacity jsonb;
  picked bigint[];
  held bigint[] := '{}';
begin
  select w.claim_token, w.claim_xid, w.waiting, w.last_queue, w.last_tenant into previous
  from pressrun.workers w where w.id = relay;
  if previous.claim_token = token then
    -- The call repeats the previous claim, whose result the relay did not receive: return the same deliveries.
    held := array(
      select j.id from pressrun.jobs j
      where j.state = 'running' and j.claim_xid = previous.claim_xid and j.claimed_by = relay);
  else
    served_queue := coalesce(previous.last_queue, '');
    served_tenant := coalesce(previous.last_tenant, '');
    perform pressrun.open_lanes();
    -- Deliveries that a policy refuses are replaced by others, so that a relay that gets none knows that there are none.
    for round in 1..100 loop
      capacity := pressrun.delivery_capacity(per_queue, queues, capacities);
      exit when capacity = '{}';
      select r.last_queue, r.last_tenant, r.jobs into served_queue, served_tenant, picked
      from pressrun.claim_round_robin(
        relay, array(select substr(k, 7) from jsonb_object_keys(capacity) k), max_deliveries, lease_seconds, served_queue,
        served_tenant, capacity) r;
      exit when picked = '{}';
      held := pressrun.refuse_denied(picked);
      exit when held <> '{}';
    end loop;
    if held <> '{}' then
      update pressrun.workers w set
        last_queue = served_queue, last_tenant = served_tenant, claim_token = token, claim_xid = pg_current_xact_id(),
        waiting = cardinality(held) < max_deliveries
      where w.id = relay;
    elsif not previous.waiting then
      update pressrun.workers w set waiting = true where w.id = relay;
    end if;
  end if;
  return query
    select j.id, j.lease, j.queue, j.tenant, j.destination, j.attempt, j.max_attempts,
      exists (select from pressrun.attempts a where a.job_id = j.id and a.outcome_unknown),
      d.options, d.job_id, d.kind, p.payload,
      coalesce(d.files, jsonb_build_array(jsonb_build_object(
        'fileName', d.file_name, 'sha256', d.sha256, 'bytes', d.bytes, 'mediaType', d.media_type))),
      case when j.kind = 'deliver.email' then (
        select jsonb_build_object('sha256', a.sha256, 'bytes', a.bytes, 'mediaType', a.media_type)
        from pressrun.artifacts a where a.job_id = d.job_id and a.output = 'html-mail' order by a.position limit 1
      ) end,
      d.completed_at, j.claimed_at, coalesce(k.timeout_seconds, 600), j.traceparent
    from pressrun.jobs j
      join pressrun.deliveries d on d.id = j.id
      left join pressrun.payloads p on p.job_id = d.job_id
      left join pressrun.kinds k on k.name = j.kind
    where j.id = any (held)
    order by j.priority desc, j.ready_xid, j.id;
end
$$;
comment on function pressrun.claim_deliveries is
  'Claims up to max_deliveries deliveries: round-robin over destinations and tenants, at most per_queue from one queue, or '
  'capacities for the queues named; none from queues whose circuit breaker is open. Those that a policy refuses by now are '
  'refused instead. The token is as for claim. mail_body is the output html-mail of '
  'the job, for mails.';
grant execute on function pressrun.claim_deliveries to pressrun_relay;
