create or replace function pressrun.check_depth(queue text, added int) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  most int;
  counted pressrun.depth_counts%rowtype;
  depth int;
  free int;
begin
  select l.max_depth into most from pressrun.limits l
  where l.scope = 'queue' and l.name = check_depth.queue and l.max_depth is not null;
  if not found then
    return;
  end if;
  select d.* into counted from pressrun.depth_counts d where d.queue = check_depth.queue and d.max_depth = most;
  -- The ids assigned since the count are an upper bound of the jobs added since. Usually this bound is below the limit, and
  -- nothing need be counted.
  free := most - counted.jobs - added;
  if coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0) - counted.last_job_id <= free then
    return;
  end if;
  if counted.valid_until > clock_timestamp() then
    depth := counted.jobs;
    if free >= 0 then
      depth := depth + pressrun.count_ready_jobs(queue, counted.xid, free + 1)
        + case when counted.pending = '{}' then 0
          else pressrun.count_ready_jobs_of(queue, counted.pending, free + 1) end;
    end if;
  else
    depth := pressrun.refresh_depth_count(queue, most);
  end if;
  if depth + added > most then
    raise exception 'queue "%" is full: % ready, and its limit is %', queue, depth || case depth when 1 then ' job is' else ' jobs are' end, most
      using errcode = 'PR010', hint = 'Try again later, or raise the limit: pressrun queue limit.';
  end if;
end
$$;
comment on function pressrun.check_depth is
  'Raises PR010 if a queue has no capacity for `added` more ready jobs, judging by its last count and the jobs that became ready '
  'since. Consecutive producers never exceed the limit; concurrent ones may each use the same capacity. Promoted and retried '
  'jobs are admitted without a check and are counted within about ten seconds. Capacity that claims free up is available once '
  'the count expires: after a second for each 100,000 of the limit, ten at most.';
