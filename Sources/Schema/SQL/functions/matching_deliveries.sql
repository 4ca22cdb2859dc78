create or replace function pressrun.matching_deliveries(
  states text[], destination text, tenant text, queue text, job bigint, error_code text, after_id bigint, max_deliveries int
) returns setof bigint
language sql stable
as $$
  select o.delivery_id from pressrun.delivery_overview o
  where o.delivery_id > matching_deliveries.after_id and o.state = any (matching_deliveries.states)
    and (matching_deliveries.destination is null
      or matching_deliveries.destination in (o.destination, split_part(o.destination, ':', 1)))
    and (matching_deliveries.tenant is null or o.tenant = matching_deliveries.tenant)
    and (matching_deliveries.queue is null or o.queue = matching_deliveries.queue)
    and (matching_deliveries.job is null or o.job_id = matching_deliveries.job)
    and (matching_deliveries.error_code is null or o.error_code = matching_deliveries.error_code)
  order by o.delivery_id limit matching_deliveries.max_deliveries
$$;
comment on function pressrun.matching_deliveries is
  'Ids of deliveries after after_id, in order, that match all arguments that are not null. destination is a destination or a '
  'kind of destinations; error_code that of the last failed attempt.';
