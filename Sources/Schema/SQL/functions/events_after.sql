create or replace function pressrun.events_after(cursor bigint, max_events int) returns setof pressrun.events
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  last_number bigint;
  horizon timestamptz;
begin
  -- Events get their sequence number when they are inserted, not when they are committed. A reader that continues after the
  -- highest visible number could therefore miss an event with a lower number that is committed later. A transaction that
  -- inserts events holds a ROW EXCLUSIVE lock on the table until it ends. Consider an event recorded before the oldest of
  -- these transactions began: every event with a lower number has been committed or rolled back, and the query below, which
  -- takes a new snapshot, sees all of those committed. That new snapshot also contains events of transactions that began after
  -- the locks were read, and those were not compared with each other. They have higher numbers than the last number that was
  -- drawn before the locks were read.
  last_number := pg_sequence_last_value(pg_get_serial_sequence('pressrun.events', 'sequence')::regclass);
  select min(coalesce(a.xact_start, '-infinity')) into horizon
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'relation' and l.relation = 'pressrun.events'::regclass and l.mode = 'RowExclusiveLock'
    and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database());
  return query
    select e.* from pressrun.events e
    where e.sequence > cursor and e.sequence <= last_number and e.recorded_at < coalesce(horizon, 'infinity')
    order by e.sequence limit max_events;
end
$$;
comment on function pressrun.events_after is
  'Events after the one with the given sequence number, in order. A reader that continues after the last one misses none: '
  'an event of an open transaction holds back newer ones until that transaction ends.';
grant execute on function pressrun.events_after to pressrun_monitor;
grant execute on function pressrun.events_after to pressrun_worker;
grant execute on function pressrun.events_after to pressrun_service;
