create or replace function pressrun.rescue(max_jobs int default 100) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_material = off set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  oldest xid8 := pg_snapshot_xmin(pg_current_snapshot());
  start xid8 := pressrun.oldest_running_claim();
  first xid8;
  expired pressrun.jobs%rowtype;
  rescued int := 0;
begin
  -- Moves the start of later scans to the oldest running job. Claims that are not visible yet belong to transactions in
  -- progress, so it must not pass the oldest of those.
  select j.claim_xid into first from pressrun.jobs j where j.state = 'running' and j.claim_xid >= start
  order by j.claim_xid limit 1;
  first := least(coalesce(first, oldest), oldest);
  if first > start then
    perform from pressrun.maintenance_tasks t where t.name = 'rescue' and t.oldest_claim_xid < first
    for update skip locked;
    if found then
      update pressrun.maintenance_tasks t set oldest_claim_xid = first where t.name = 'rescue';
    end if;
  end if;
  for expired in
    select j.* from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= start and j.lease_expires_at < clock_timestamp()
    order by j.claim_xid limit max_jobs
    for update skip locked
  loop
    perform pressrun.end_attempt(
      expired, 'expired', 'lease_expired',
      case when expired.kind like 'deliver.%'
        then 'The relay did not extend its lease: it crashed, hung or lost its connection. The document may have arrived.'
        else 'The worker did not extend its lease: it crashed, hung or lost its connection.' end,
      false, null, null, case when expired.kind like 'deliver.%' then true end);
    rescued := rescued + 1;
  end loop;
  if rescued > 0 then
    insert into pressrun.incidents (what, count) values ('rescued', rescued);
  end if;
  return rescued;
end
$$;
comment on function pressrun.rescue is
  'Ends up to max_jobs attempts whose lease expired, as failures; of deliveries, as failures whose outcome is unknown. Any '
  'worker or relay may call it at any time.';
grant execute on function pressrun.rescue to pressrun_worker;
grant execute on function pressrun.rescue to pressrun_relay;
grant execute on function pressrun.rescue to pressrun_operator;
