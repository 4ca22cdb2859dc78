create or replace function pressrun.refresh_depth_counts() returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  last_id bigint;
  outdated record;
begin
  if not exists (select from pressrun.limits l where l.max_depth is not null) then
    return;
  end if;
  last_id := coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0);
  for outdated in
    select d.queue, l.max_depth
    from pressrun.limits l join pressrun.depth_counts d on d.queue = l.name
    where l.scope = 'queue' and l.max_depth is not null
      -- Refresh counts before they expire; otherwise producers would have to count until the next maintenance.
      and d.valid_until <= clock_timestamp() + interval '1.5 seconds'
      and (d.max_depth is distinct from l.max_depth or d.jobs + (last_id - d.last_job_id) >= l.max_depth
        -- Promoted and retried jobs have older ids, so the upper bound above does not include them.
        or d.valid_until < clock_timestamp() - interval '10 seconds')
    order by d.valid_until limit 100
    for update of d skip locked
  loop
    perform pressrun.refresh_depth_count(outdated.queue, outdated.max_depth);
  end loop;
end
$$;
comment on function pressrun.refresh_depth_counts is
  'Counts queues that may have reached their depth limit since the last count, so that producers need not.';
