create or replace function pressrun.reopen_lanes() returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off
as $$
declare
  reopened int;
begin
  -- A loose index scan: the first job of each lane, whatever the number of jobs.
  with recursive firsts as (
    (select f.* from (
      select pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) as key, j.ready_xid, j.id
      from pressrun.jobs j where j.state = 'available'
      order by pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority), j.ready_xid, j.id limit 1) f)
    union all
    select n.* from firsts f cross join lateral (
      select pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) as key, j.ready_xid, j.id
      from pressrun.jobs j
      where j.state = 'available' and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) > f.key
      order by pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority), j.ready_xid, j.id limit 1
    ) n
  )
  insert into pressrun.lane_requests (queue, tenant, priority, kind, xid)
  select j.queue, j.tenant, j.priority, j.kind, coalesce(j.ready_xid, '0')
  from firsts f join pressrun.jobs j on j.id = f.id
  where not exists (
    select from pressrun.lanes l
    where l.queue = j.queue and l.tenant = j.tenant and l.priority = j.priority and l.kind = j.kind
      and (l.head_xid, l.head_id) <= (j.ready_xid, j.id)
  );
  get diagnostics reopened = row_count;
  return reopened;
end
$$;
comment on function pressrun.reopen_lanes is
  'Requests every lane that has ready jobs which claims would not find, for example after rows were written by hand. '
  'Maintenance runs it every minute, so that no error can leave a job behind for ever.';
