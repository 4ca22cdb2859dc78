create or replace function pressrun.end_attempts(
  jobs bigint[], leases bigint[], outcome text, only_cancelled boolean, code text, message text, delay interval
) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  holds_deliveries boolean := pressrun.may_hold(true);
  holds_jobs boolean := pressrun.may_hold(false);
  held pressrun.jobs%rowtype;
  ended int := 0;
begin
  for held in
    select j.* from unnest(jobs, leases) as h (id, lease) join pressrun.jobs j on j.id = h.id
    where j.lease = h.lease and j.state::text = 'running' and (j.cancel_requested or not only_cancelled)
      and case when j.kind like 'deliver.%' then holds_deliveries else holds_jobs end
    order by j.id for update of j
  loop
    perform pressrun.end_attempt(held, outcome, code, message, false, null, delay,
      case when held.kind like 'deliver.%' then false end);
    ended := ended + 1;
  end loop;
  perform pressrun.record_fenced_writes(cardinality(jobs) - ended);
  return ended;
end
$$;
comment on function pressrun.end_attempts is
  'Calls end_attempt for jobs whose leases are still held, and returns their number. only_cancelled skips jobs whose '
  'cancellation was not requested. Jobs that the login may not hold are treated as not held.';
