create or replace function pressrun.retry_matching_deliveries(
  states text[] default '{failed,refused}', destination text default null, tenant text default null,
  queue text default null, job bigint default null, error_code text default null, after_id bigint default 0,
  max_deliveries int default 1000
) returns table (delivery_id bigint, problem text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_variable
begin
  for delivery_id in
    select pressrun.matching_deliveries(states, destination, tenant, queue, job, error_code, after_id, max_deliveries)
  loop
    problem := null;
    begin
      perform pressrun.retry_delivery(delivery_id);
    exception when sqlstate 'PR002' or sqlstate 'PR003' or sqlstate 'PR005' or sqlstate 'PR006' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.retry_matching_deliveries is
  'Retries the next max_deliveries deliveries that match, after an id; see matching_deliveries. Returns each with the reason if '
  'it could not be retried.';
grant execute on function pressrun.retry_matching_deliveries to pressrun_operator;
