create or replace function pressrun.refresh_depth_count(queue text, max_depth int) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  -- Read before the jobs are counted: a job that is added in between is counted twice, but never omitted.
  last_id bigint := coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0);
  snapshot pg_snapshot := pg_current_snapshot();
  frontier xid8 := pg_snapshot_xmax(snapshot);
  self xid8 := pg_current_xact_id_if_assigned();
  depth int := pressrun.count_ready_jobs(queue, '0', max_depth);
begin
  -- The snapshot of a transaction that is not "read committed" may be outdated: its count is used once and not stored.
  if current_setting('transaction_isolation') = 'read committed' then
    perform from pressrun.depth_counts d where d.queue = refresh_depth_count.queue for update skip locked;
    if found then
      update pressrun.depth_counts d set
        max_depth = refresh_depth_count.max_depth, last_job_id = last_id, xid = frontier,
        jobs = depth - case when self is null then 0 else pressrun.count_ready_jobs_of(queue, array[self], depth) end,
        pending = array(select x from pg_snapshot_xip(snapshot) x) || case when self < frontier then array[self] end,
        valid_until = clock_timestamp()
          + make_interval(secs => pressrun.depth_count_lifetime(refresh_depth_count.max_depth))
      where d.queue = refresh_depth_count.queue;
    end if;
  end if;
  return depth;
end
$$;
comment on function pressrun.refresh_depth_count is
  'Counts the ready jobs of a queue, up to max_depth, and stores the count unless another transaction is about to. The stored '
  'count excludes jobs of transactions in progress, the caller''s among them.';
