create or replace function pressrun.with_deliveries(jobs bigint[]) returns bigint[]
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  deliveries bigint[];
  changed bigint[];
begin
  deliveries := array(select d.id from pressrun.deliveries d where d.job_id = any (jobs));
  if deliveries = '{}' then
    return jobs;
  end if;
  -- A delivery may have been retried until it is locked.
  perform from pressrun.jobs j where j.id = any (deliveries) order by j.id for update;
  changed := array(
    select d.job_id from pressrun.deliveries d join pressrun.jobs j on j.id = d.id
    where d.job_id = any (jobs) and j.state not in ('completed', 'cancelled', 'discarded'));
  return array(
    select n.id from (
      select unnest(jobs) as id union all select unnest(deliveries)
    ) n
    where n.id <> all (changed)
      and not exists (select from pressrun.deliveries d where d.id = n.id and d.job_id = any (changed)));
end
$$;
comment on function pressrun.with_deliveries is
  'Jobs that are to be removed, and their deliveries, all of them locked; without jobs that have unfinished deliveries.';
