create or replace function pressrun.cancel_delivery(delivery bigint) returns pressrun.job_state
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
begin
  if not exists (select from pressrun.deliveries d where d.id = delivery) then
    raise exception 'there is no delivery %', delivery using errcode = 'PR005';
  elsif not exists (select from pressrun.jobs j where j.id = delivery) then
    raise exception 'delivery % is refused and cannot be cancelled', delivery using errcode = 'PR006';
  end if;
  return pressrun.cancel(delivery);
end
$$;
comment on function pressrun.cancel_delivery is
  'Cancels a pending delivery at once, and requests the relay to stop one that is being delivered. Returns the job''s state after '
  'the call. Raises PR005 for an unknown delivery, PR006 if it is in another state.';
grant execute on function pressrun.cancel_delivery to pressrun_service;
grant execute on function pressrun.cancel_delivery to pressrun_operator;
