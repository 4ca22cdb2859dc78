create or replace function pressrun.events_after(cursor bigint, max_events int) returns setof pressrun.events
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  horizon timestamptz;
begin
  -- Sequence numbers are drawn before the commit, so a reader that continues after the highest visible number could miss the
  -- event of a slow transaction. A transaction that has drawn a number holds this lock until it ends. All events that precede
  -- one recorded before the oldest of these transactions began are therefore committed or rolled back, and the next statement
  -- sees them.
  select min(coalesce(a.xact_start, '-infinity')) into horizon
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'relation' and l.relation = 'pressrun.events'::regclass and l.mode = 'RowExclusiveLock'
    and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database());
  return query
    select e.* from pressrun.events e
    where e.sequence > cursor and e.recorded_at < coalesce(horizon, 'infinity')
    order by e.sequence limit max_events;
end
$$;
comment on function pressrun.events_after is
  'Events after the one with the given sequence number, in order. A reader that continues after the last one misses none: '
  'an event of an open transaction holds back newer ones until that transaction ends.';
grant execute on function pressrun.events_after to pressrun_monitor;
grant execute on function pressrun.events_after to pressrun_worker;
