create or replace function pressrun.request_lane(queue text, tenant text, priority int, kind text, xid xid8) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  -- The caller has written its job, so its transaction has an ID. A lane that it sees open is deleted only after that
  -- transaction has ended. A transaction that is not "read committed" may see an outdated lane and always sends a request.
  insert into pressrun.lane_requests (queue, tenant, priority, kind, xid)
  select request_lane.queue, request_lane.tenant, request_lane.priority, request_lane.kind, request_lane.xid
  where request_lane.xid <> pg_current_xact_id() or current_setting('transaction_isolation') <> 'read committed'
    or not exists (
      select from pressrun.lanes l
      where l.queue = request_lane.queue and l.tenant = request_lane.tenant and l.priority = request_lane.priority
        and l.kind = request_lane.kind and l.closing is null
    ) and not exists (
      select from pressrun.lane_requests r
      where r.queue = request_lane.queue and r.tenant = request_lane.tenant and r.priority = request_lane.priority
        and r.kind = request_lane.kind and r.xid <= request_lane.xid
    );
end
$$;
comment on function pressrun.request_lane is
  'Makes claims read a lane from a transaction on, unless they do already. Call it after writing the job.';
