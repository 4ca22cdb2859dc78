create or replace function pressrun.announce_deliveries(queue text, tenant text, priority int, kind text) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into pressrun.queues select announce_deliveries.queue
  where not exists (select from pressrun.queues q where q.name = announce_deliveries.queue)
  on conflict do nothing;
  perform pressrun.request_lane(queue, tenant, priority, kind, pg_current_xact_id());
  perform pressrun.notify_workers(queue);
end
$$;
comment on function pressrun.announce_deliveries is
  'Makes claims find the deliveries that this transaction added to a lane, and notifies waiting relays.';
