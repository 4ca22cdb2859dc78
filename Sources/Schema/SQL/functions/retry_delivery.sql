create or replace function pressrun.retry_delivery(delivery bigint) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  found_delivery pressrun.deliveries%rowtype;
  source pressrun.jobs%rowtype;
begin
  select d.* into found_delivery from pressrun.deliveries d where d.id = retry_delivery.delivery;
  -- The lock keeps prune from removing both meanwhile.
  select j.* into source from pressrun.jobs j where j.id = found_delivery.job_id for share;
  select d.* into found_delivery from pressrun.deliveries d where d.id = retry_delivery.delivery for update;
  if not found then
    raise exception 'there is no delivery %', retry_delivery.delivery using errcode = 'PR005';
  end if;
  perform pressrun.check_destination(found_delivery.tenant, found_delivery.kind, found_delivery.destination);
  if exists (select from pressrun.jobs j where j.id = found_delivery.id) then
    perform pressrun.retry(found_delivery.id);
  else
    perform pressrun.add_delivery_job(found_delivery, source.priority);
    update pressrun.deliveries d set refusal = null where d.id = found_delivery.id;
  end if;
end
$$;
comment on function pressrun.retry_delivery is
  'Makes a delivery that failed, was refused or cancelled, or waits, available now. Its history is kept. Raises PR002 if a policy '
  'refuses it still, PR005 for an unknown delivery, PR006 if it is in another state.';
grant execute on function pressrun.retry_delivery to pressrun_service;
grant execute on function pressrun.retry_delivery to pressrun_operator;
