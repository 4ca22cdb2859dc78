create or replace function pressrun.advance_lane(lane pressrun.lanes, out first_xid xid8, out first_id bigint)
language plpgsql
as $$
declare
  snapshot pg_snapshot := pg_current_snapshot();
  -- Transactions with this ID or a later one had not completed when the snapshot was taken.
  frontier xid8 := pg_snapshot_xmax(snapshot);
  self xid8 := pg_current_xact_id_if_assigned();
  start_xid xid8 := lane.head_xid;
  start_id bigint := lane.head_id;
  changed pressrun.lanes := lane;
  is_over boolean := false;
  is_changed boolean;
  ended xid8;
begin
  if start_xid > frontier then
    -- The transaction ID was assigned by another server, on which this database was dumped.
    start_xid := '0';
    start_id := 0;
  end if;
  foreach ended in array lane.pending loop
    if ended <= start_xid and pg_visible_in_snapshot(ended, snapshot) then
      start_xid := ended;
      start_id := 0;
    end if;
  end loop;

  select j.ready_xid, j.id into first_xid, first_id from pressrun.jobs j
  where j.state = 'available' and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) = lane.key
    and (j.ready_xid, j.id) >= (start_xid, start_id)
    and j.queue = lane.queue and j.tenant = lane.tenant and j.priority = lane.priority and j.kind = lane.kind
  order by j.ready_xid, j.id limit 1;

  -- The query has a later snapshot and may have found a job beyond the frontier; the head must not pass the frontier.
  if first_xid < frontier then
    changed.head_xid := first_xid;
    changed.head_id := first_id;
  else
    changed.head_xid := frontier;
    changed.head_id := 0;
  end if;
  changed.pending := '{}';
  if pg_snapshot_xmin(snapshot) < changed.head_xid then
    changed.pending := array(select x from pg_snapshot_xip(snapshot) x where x < changed.head_xid);
    if self < changed.head_xid then
      changed.pending := changed.pending || self;
    end if;
  end if;
  if first_id is not null then
    changed.closing := null;
    is_changed := changed is distinct from lane;
  else
    if lane.closing is null and lane.served_at <= clock_timestamp() - interval '5 seconds' then
      changed.closing := '0';
    end if;
    is_over := lane.closing >= '3' and pg_snapshot_xmin(snapshot) >= lane.closing;
    -- In an empty lane the head advances with every claim. The row is not updated for that alone.
    is_changed := is_over or changed.closing is distinct from lane.closing or start_xid < lane.head_xid;
  end if;
  if not is_changed then
    return;
  end if;

  -- Skipped if another claim has changed the lane meanwhile, or is about to.
  perform from pressrun.lanes l
  where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind
    and l.version = lane.version
  for update skip locked;
  if found and is_over then
    delete from pressrun.lanes l
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  elsif found then
    update pressrun.lanes l set
      head_xid = changed.head_xid, head_id = changed.head_id, pending = changed.pending, closing = changed.closing,
      version = l.version + 1, served_at = case when first_id is null then l.served_at else clock_timestamp() end
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  end if;
end
$$;
comment on function pressrun.advance_lane is
  'Finds the first visible job of a lane and moves the head of the lane there. Returns the job''s position, or null if the lane '
  'is empty. Claims therefore never read the index entries of jobs that earlier claims took, not even while an old snapshot '
  'keeps them from being vacuumed.';
