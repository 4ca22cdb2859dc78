create or replace function pressrun.close_lanes() returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  announced pressrun.lanes[];
  unannounced pressrun.lanes[];
  barrier xid8;
  lane pressrun.lanes;
begin
  if not exists (select from pressrun.lanes l where l.closing < '3') then
    return;
  end if;
  announced := array(select l from pressrun.lanes l where l.closing = '1' and l.closing < '3' limit 100);
  unannounced := array(select l from pressrun.lanes l where l.closing = '0' and l.closing < '3' limit 100);
  -- Sessions get their transaction ID before they read the lane or the enqueue cache. A transaction that found the lane open
  -- therefore has an ID older than the invalidation of the cache. An ID assigned after the lanes were read is newer than all
  -- of these. xmax of the snapshot is not, because transactions in progress may already have later IDs.
  if pg_current_xact_id_if_assigned() is null and announced <> '{}' then
    barrier := pg_current_xact_id();
    foreach lane in array announced loop
      perform pressrun.set_lane_closing(lane, barrier);
    end loop;
  end if;
  if unannounced <> '{}' then
    perform pressrun.invalidate_enqueue_cache();
    foreach lane in array unannounced loop
      perform pressrun.set_lane_closing(lane, '1');
    end loop;
  end if;
end
$$;
comment on function pressrun.close_lanes is
  'Moves empty lanes one phase closer to deletion; see lanes.closing. Call it before the transaction has a number.';
