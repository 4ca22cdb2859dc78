create or replace function pressrun.lock_tenant_capacity(tenant text, capacity int, snapshot pg_snapshot) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  limited pressrun.limits%rowtype;
begin
  select l.* into limited from pressrun.limits l where l.scope = 'tenant' and l.name = lock_tenant_capacity.tenant
  for update skip locked;
  if not found then
    return null;
  elsif limited.paused then
    return 0;
  elsif limited.claim_xid is not null and not pg_visible_in_snapshot(limited.claim_xid, snapshot)
    and limited.claim_xid <> pg_current_xact_id()
  then
    -- Another claim took jobs of this tenant after the snapshot.
    capacity := limited.max_running - (
      select count(*) from pressrun.jobs j
      where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim()
        and j.tenant = lock_tenant_capacity.tenant);
  end if;
  return greatest(0, least(capacity, floor(pressrun.available_tokens(limited))));
end
$$;
comment on function pressrun.lock_tenant_capacity is
  'Locks the limit of a tenant and returns how many more of its jobs may run; null if another claim has it locked. capacity is '
  'that number as of the snapshot: it is counted again only if a later transaction has claimed jobs of the tenant.';
