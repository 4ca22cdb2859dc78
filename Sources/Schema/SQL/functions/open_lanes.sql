create or replace function pressrun.open_lanes() returns void
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  if not exists (select from pressrun.lane_requests) then
    return;
  end if;
  with taken as (
    delete from pressrun.lane_requests r
    where r.ctid = any (array(select s.ctid from pressrun.lane_requests s limit 10000 for update skip locked))
    returning r.*
  ), firsts as (
    select t.queue, t.tenant, t.priority, t.kind, (array_agg(t.xid order by t.xid))[1] as xid
    from taken t group by t.queue, t.tenant, t.priority, t.kind
  )
  insert into pressrun.lanes as l (queue, tenant, priority, kind, key, head_xid, pending)
  select f.queue, f.tenant, f.priority, f.kind, pressrun.lane_key(f.queue, f.tenant, f.kind, f.priority), f.xid,
    array(select x from pg_snapshot_xip(pg_current_snapshot()) x where x < f.xid)
  -- All claims lock lanes in this order, so that they cannot deadlock.
  from firsts f order by f.queue, f.tenant, f.priority desc, f.kind
  on conflict (queue, tenant, priority, kind) do update set
    head_xid = least(l.head_xid, excluded.head_xid),
    head_id = case when excluded.head_xid <= l.head_xid then 0 else l.head_id end,
    closing = null, version = l.version + 1, served_at = clock_timestamp();
end
$$;
comment on function pressrun.open_lanes is 'Opens the lanes that producers requested. Every claim calls it first.';
