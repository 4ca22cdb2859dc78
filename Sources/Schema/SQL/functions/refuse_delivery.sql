create or replace function pressrun.refuse_delivery(delivery bigint, lease bigint, rule text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  held pressrun.jobs%rowtype;
begin
  select j.* into held from pressrun.jobs j
  where j.id = refuse_delivery.delivery and j.lease = refuse_delivery.lease and j.state::text = 'running'
    and j.kind like 'deliver.%'
  for update;
  if not found then
    perform pressrun.record_fenced_writes(1);
    return 'stale';
  end if;
  return case pressrun.end_refused_delivery(held, rule) when 'cancelled' then 'cancelled' else 'refused' end;
end
$$;
comment on function pressrun.refuse_delivery is
  'Ends an attempt to deliver permanently because of a rule. Returns "refused"; "cancelled" if cancellation had been requested; '
  '"stale" for an old lease, which changes nothing.';
grant execute on function pressrun.refuse_delivery to pressrun_relay;
