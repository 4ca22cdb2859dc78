-- Upkeep that keeps up: pruning goes on where a stretch of jobs stays, keys that expired go with every step, what a worker
-- finished is added up when it leaves, and the attempts of the last minutes are found among any number.

create or replace function pressrun.prune(max_jobs int default 500, out jobs int, out attempts int, out events int, out more boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  start_id bigint;
  reached bigint;
  looked int;
  gone bigint[];
  is_over boolean;
begin
  jobs := 0;
  attempts := 0;
  events := 0;
  more := false;
  -- One at a time, each from where the one before stopped.
  select m.id into start_id from pressrun.marks m where m.name = 'prune' for update;
  select count(*), max(n.id) into looked, reached from (
    select j.id from pressrun.jobs j where j.id > start_id order by j.id limit max_jobs
  ) n;
  gone := array(
    select j.id from pressrun.jobs j
    where j.id > start_id and j.id <= reached and j.state in ('completed', 'cancelled', 'discarded') and pressrun.prunable(j)
    order by j.id
    for update skip locked);
  if gone <> '{}' then
    insert into pressrun.tallies (kind, tenant, state, jobs)
    select j.kind, j.tenant, j.state, -count(*) from pressrun.jobs j where j.id = any (gone)
    group by j.kind, j.tenant, j.state;
    delete from pressrun.payloads p where p.job_id = any (gone);
    delete from pressrun.artifacts a where a.job_id = any (gone);
    delete from pressrun.outbox o where o.job_id = any (gone);
    delete from pressrun.attempts a where a.job_id = any (gone);
    get diagnostics attempts = row_count;
    -- Each of the two partial indexes for its part.
    delete from pressrun.events e where e.job_id = any (gone) and e.type = 'pressrun.job.completed';
    get diagnostics events = row_count;
    delete from pressrun.events e where e.job_id = any (gone) and e.type <> 'pressrun.job.completed';
    get diagnostics looked = row_count;
    events := events + looked;
    delete from pressrun.jobs j where j.id = any (gone);
    get diagnostics jobs = row_count;
  end if;
  -- Younger jobs than the shortest time need no look: the next round begins at the oldest.
  is_over := not coalesce((
    select j.enqueued_at < clock_timestamp() - (select min(r.keep) from pressrun.retention r
        where r.what in ('completed', 'cancelled', 'discarded'))
    from pressrun.jobs j where j.id > reached order by j.id limit 1), false);
  update pressrun.marks m set id = case when is_over then 0 else reached end where m.name = 'prune';
  delete from pressrun.unique_keys u where u.ctid = any (array(
    select v.ctid from pressrun.unique_keys v where v.expires_at < clock_timestamp() order by v.expires_at limit 5000
    -- A producer may be about to use one again.
    for update skip locked));
  get diagnostics looked = row_count;
  more := not is_over or looked = 5000;
  if is_over then
    delete from pressrun.incidents i
    where i.at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'incidents');
    delete from pressrun.workers w
    where coalesce(w.stopped_at, w.heartbeat_at)
      < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'workers');
    delete from pressrun.batches b
    where b.completed_at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'completed');
    -- Of no job: the events of batches.
    delete from pressrun.events e
    where e.job_id = 0 and e.type <> 'pressrun.job.completed'
      and e.time < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'completed');
  end if;
end
$$;

create function pressrun.prune_due(out jobs int, out more boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  step record;
begin
  jobs := 0;
  more := false;
  if not pressrun.take_up('prune', interval '10 minutes') then
    return;
  end if;
  step := pressrun.prune(500);
  jobs := step.jobs;
  more := step.more;
  if more then
    update pressrun.marks m set due_at = clock_timestamp() where m.name = 'prune';
  end if;
end
$$;
comment on function pressrun.prune_due is
  'A step of prune where one is due, and whether the next one is due at once: workers call it now and then.';

-- Workers of the version before call this.
create or replace function pressrun.prune_step() returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select jobs from pressrun.prune_due() $$;

create or replace function pressrun.unregister_worker(worker bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- Perhaps nobody claims after it, and a batch that it finished is to be told of.
  begin
    perform set_config('lock_timeout', '5s', true);
    perform from pressrun.marks m where m.name = 'upkeep' for update;
    perform pressrun.add_up();
  exception when others then
    raise warning 'upkeep: counts: %', sqlerrm;
  end;
  update pressrun.workers w set stopped_at = clock_timestamp(), running = 0 where w.id = worker;
end
$$;

-- As jobs go, new attempts come to stand where old ones were: ranges of pages then say little of when they ended.
create index attempts_ended on pressrun.attempts (finished_at);
drop index pressrun.attempts_finished;

-- Each span by itself, so that the planner knows how little of the table it is, and leaves out those that are not asked for.
create or replace view pressrun.kind_performance as
select a.kind, a.span,
  count(*) filter (where a.outcome = 'completed') as completed,
  count(*) filter (where a.outcome in ('failed', 'expired', 'refused')) as failed,
  count(*) filter (where a.outcome = 'completed') / (extract(epoch from a.span) / 60)::double precision
    as completed_per_minute,
  percentile_cont(0.5) within group (order by extract(epoch from a.started_at - a.ready_at)::double precision)
    as queued_p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from a.started_at - a.ready_at)::double precision)
    as queued_p95_seconds,
  percentile_cont(0.5) within group (order by extract(epoch from a.finished_at - a.started_at)::double precision)
    as running_p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from a.finished_at - a.started_at)::double precision)
    as running_p95_seconds
from (
  select interval '5 minutes' as span, r.* from pressrun.attempts r where r.finished_at >= now() - interval '5 minutes'
  union all
  select interval '1 hour', r.* from pressrun.attempts r where r.finished_at >= now() - interval '1 hour'
  union all
  select interval '1 day', r.* from pressrun.attempts r where r.finished_at >= now() - interval '1 day'
) a
where a.outcome <> 'released'
group by a.kind, a.span;
