create or replace function pressrun.maintain(max_jobs int default 1000) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  promoted int := 0;
begin
  -- Must be called before this transaction is assigned an ID; see close_lanes.
  perform pressrun.close_lanes();
  -- Each task runs in a subtransaction: an error in one of them must not stop the others.
  begin
    promoted := pressrun.promote_due_jobs(max_jobs);
  exception when others then
    raise warning 'maintenance: promote due jobs: %', sqlerrm;
  end;
  if not pressrun.acquire_task('maintain', interval '1 second') then
    return promoted;
  end if;
  perform pressrun.invalidate_enqueue_cache();
  begin
    perform pressrun.run_schedules();
  exception when others then
    raise warning 'maintenance: schedules: %', sqlerrm;
  end;
  begin
    perform pressrun.apply_counter_deltas();
  exception when others then
    raise warning 'maintenance: counters: %', sqlerrm;
  end;
  begin
    perform pressrun.deliver_events();
  exception when others then
    raise warning 'maintenance: subscriptions: %', sqlerrm;
  end;
  begin
    perform pressrun.refresh_depth_counts();
  exception when others then
    raise warning 'maintenance: depths: %', sqlerrm;
  end;
  begin
    if pressrun.acquire_task('statistics', interval '5 seconds') then
      perform pressrun.record_statistics();
    end if;
  exception when others then
    raise warning 'maintenance: statistics: %', sqlerrm;
  end;
  begin
    if pressrun.acquire_task('reopen_lanes', interval '1 minute') then
      perform pressrun.reopen_lanes();
    end if;
  exception when others then
    raise warning 'maintenance: lanes: %', sqlerrm;
  end;
  return promoted;
end
$$;
comment on function pressrun.maintain is
  'Periodic maintenance; every worker calls it about once a second. Promotes up to max_jobs due jobs and returns how many: if '
  'all max_jobs, call it again. Schedules, counters, subscriptions, depth counts and statistics are processed by one caller per '
  'second.';
grant execute on function pressrun.maintain to pressrun_worker;
grant execute on function pressrun.maintain to pressrun_relay;
