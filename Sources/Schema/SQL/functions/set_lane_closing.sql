create or replace function pressrun.set_lane_closing(lane pressrun.lanes, closing xid8) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  perform from pressrun.lanes l
  where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind
    and l.version = lane.version
  for update skip locked;
  if found then
    update pressrun.lanes l set closing = set_lane_closing.closing, version = l.version + 1
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  end if;
end
$$;
comment on function pressrun.set_lane_closing is
  'Sets the phase of a lane unless another transaction has changed the lane since it was read.';
