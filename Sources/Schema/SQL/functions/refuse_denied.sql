create or replace function pressrun.refuse_denied(deliveries bigint[]) returns bigint[]
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  denied record;
begin
  for denied in
    select j as job, r.rule from pressrun.jobs j
      join pressrun.deliveries d on d.id = j.id
      cross join lateral (
        select coalesce(
          pressrun.delivery_refusal(d.tenant, d.kind, d.destination),
          pressrun.recipients_refusal(d.tenant, d.kind, d.options)) as rule
      ) r
    where j.id = any (deliveries) and r.rule is not null
    order by j.id
  loop
    perform pressrun.end_refused_delivery(denied.job, denied.rule);
    deliveries := array_remove(deliveries, (denied.job).id);
  end loop;
  return deliveries;
end
$$;
comment on function pressrun.refuse_denied is
  'Ends the attempts of claimed deliveries that a policy refuses by now, and returns the others.';
