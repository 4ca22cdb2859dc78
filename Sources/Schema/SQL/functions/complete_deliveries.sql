create or replace function pressrun.complete_deliveries(deliveries bigint[], leases bigint[], receipts jsonb[])
returns setof bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  held bigint := 0;
begin
  return query
    with held as materialized (
      -- Also if cancellation was requested: the document has arrived.
      update pressrun.jobs j set state = 'completed', finished_at = clock_timestamp(), lease_expires_at = null
      from (
        select u.* from unnest(deliveries, leases, receipts) with ordinality as u (id, lease, receipt, ordinal)
        -- Jobs are always locked in the order of their ids, so that concurrent batches cannot deadlock.
        order by u.id
      ) i
      where j.id = i.id and j.lease = i.lease and j.state::text = 'running' and j.kind like 'deliver.%'
      returning j as job, i.receipt, i.ordinal
    ), attempts as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome)
      select (h.job).id, (h.job).lease, (h.job).attempt, (h.job).claimed_by, (h.job).kind,
        greatest((h.job).run_at, (h.job).enqueued_at), (h.job).claimed_at, (h.job).finished_at, 'completed'
      from held h
    ), delivered as (
      update pressrun.deliveries d set receipt = h.receipt, refusal = null from held h where d.id = (h.job).id
    ), archived as (
      insert into pressrun.annotation_receipts
        (tenant, document, delivery_id, job_id, sequence, sha256, destination, receipt)
      select b.tenant, b.document, d.id, d.job_id, b.sequence, d.sha256, d.destination, h.receipt
      -- The delivery of an event about the job is not a delivery of the archive.
      from held h join pressrun.deliveries d on d.id = (h.job).id and d.media_type <> 'application/cloudevents+json'
      cross join lateral (
        select b.tenant, b.document, b.sequence from pressrun.annotation_builds b where b.job_id = d.job_id
        order by b.built_at desc limit 1
      ) b
      on conflict do nothing
    ), recorded as (
      select pressrun.write_delivery_event(
        (h.job).id, 'delivered', (h.job).attempt, jsonb_build_object('receipt', h.receipt))
      from held h
    ), counted as (
      insert into pressrun.counter_deltas (kind, tenant, state, jobs)
      select (h.job).kind, (h.job).tenant, 'completed', count(*) from held h group by (h.job).kind, (h.job).tenant
    ), available as (
      select pressrun.record_destination_success(array_agg(distinct (h.job).queue)) from held h
    )
    -- The condition is always true; without references, "recorded" and "available" would not be evaluated.
    select h.ordinal from held h
    where (select count(*) from recorded) >= 0 and (select count(*) from available) >= 0;
  get diagnostics held = row_count;
  perform pressrun.record_fenced_writes(cardinality(deliveries) - held::int);
end
$$;
comment on function pressrun.complete_deliveries is
  'Completes deliveries: each with its attempt, receipt and event, all or nothing, and closes the circuit breakers of their '
  'queues. Returns the positions, from 1, of those whose leases were still held; an old lease changes nothing.';
grant execute on function pressrun.complete_deliveries to pressrun_relay;
