-- Retention. What is finished goes after a time that is set per state, a few rows at a time: claims read partial indexes in
-- which finished jobs are not, so they never meet.

create table pressrun.retention (
  what text primary key check (what in ('completed', 'cancelled', 'discarded', 'workers', 'incidents')),
  keep interval check (keep >= interval '0')
);
comment on table pressrun.retention is 'How long finished jobs, and other records, are kept; null for ever.';
comment on column pressrun.retention.what is 'A final state, workers that signed off, or incidents.';
insert into pressrun.retention (what, keep) values
  ('completed', '30 days'), ('cancelled', '30 days'), ('discarded', '90 days'), ('workers', '7 days'),
  ('incidents', '7 days');

alter table pressrun.marks add column id bigint not null default 0;
comment on column pressrun.marks.id is 'Of prune: jobs up to this one have been looked at in this round.';
insert into pressrun.marks (name) values ('prune');

create function pressrun.set_retention(what text, keep interval) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.retention r set keep = set_retention.keep where r.what = set_retention.what;
  if not found then
    raise exception 'nothing called "%" is kept for a time', left(set_retention.what, 100) using errcode = 'PR004',
      hint = 'There are ' || (select string_agg(r.what, ', ' order by r.what) from pressrun.retention r) || '.';
  end if;
exception when check_violation then
  raise exception 'a time to keep is not negative' using errcode = 'PR004';
end
$$;
comment on function pressrun.set_retention is 'How long what is in a final state is kept from now on; null for ever.';

create function pressrun.prunable(jobs pressrun.jobs) returns boolean
language sql stable
as $$
  select (jobs).finished_at < clock_timestamp()
      - (select r.keep from pressrun.retention r where r.what = (jobs).state::text)
    -- What is still to be handed on stays.
    and not exists (select from pressrun.outbox o where o.job_id = (jobs).id and o.state = 'pending')
$$;

create index outbox_job on pressrun.outbox (job_id);

-- One step: looks at up to max_jobs jobs in the order of their ids and removes those whose time is over, with all that
-- belongs to them. `more` says whether the round is not over yet.
create function pressrun.prune(max_jobs int default 500, out jobs int, out attempts int, out events int, out more boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  start_id bigint;
  reached bigint;
  looked int;
  gone bigint[];
begin
  jobs := 0;
  attempts := 0;
  events := 0;
  more := false;
  -- One at a time. Whoever comes meanwhile has nothing to do.
  select m.id into start_id from pressrun.marks m where m.name = 'prune' for update skip locked;
  if not found then
    return;
  end if;
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
  more := coalesce((
    select j.enqueued_at < clock_timestamp() - (select min(r.keep) from pressrun.retention r
        where r.what in ('completed', 'cancelled', 'discarded'))
    from pressrun.jobs j where j.id > reached order by j.id limit 1), false);
  update pressrun.marks m set id = case when prune.more then reached else 0 end where m.name = 'prune';
  if not more then
    delete from pressrun.unique_keys u where u.ctid = any (array(
      select v.ctid from pressrun.unique_keys v where v.expires_at < clock_timestamp() order by v.expires_at limit 5000));
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
comment on function pressrun.prune is
  'Removes finished jobs whose time is over, with their payloads, attempts, events and artifact rows: of the next max_jobs '
  'jobs. Again until more is false. Files of artifacts that nothing names any more are removed by `pressrun prune`.';

create function pressrun.prune_step() returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  step record;
begin
  if not pressrun.take_up('prune', interval '10 minutes') then
    return 0;
  end if;
  step := pressrun.prune(500);
  if step.more then
    update pressrun.marks m set due_at = clock_timestamp() where m.name = 'prune';
  end if;
  return step.jobs;
end
$$;
comment on function pressrun.prune_step is 'A step of prune where one is due: workers call it now and then.';

create function pressrun.prune_preview() returns table (what text, jobs bigint, attempts bigint, events bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as materialized (
    select j.id, j.state from pressrun.jobs j
    where j.state in ('completed', 'cancelled', 'discarded') and pressrun.prunable(j)
  )
  select r.what, count(g.id),
    coalesce(sum((select count(*) from pressrun.attempts a where a.job_id = g.id)), 0)::bigint,
    coalesce(sum((select count(*) from pressrun.events e where e.job_id = g.id and e.type = 'pressrun.job.completed')
      + (select count(*) from pressrun.events e where e.job_id = g.id and e.type <> 'pressrun.job.completed')), 0)::bigint
  from pressrun.retention r left join gone g on g.state::text = r.what
  where r.what in ('completed', 'cancelled', 'discarded')
  group by r.what order by r.what
$$;
comment on function pressrun.prune_preview is 'What prune would remove now.';

create index artifacts_sha256 on pressrun.artifacts (sha256);

create function pressrun.unreferenced(digests text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d from unnest(digests) d
  where not exists (select from pressrun.artifacts a where a.sha256 = d)
    and not exists (select from pressrun.annotation_documents n where n.base_sha256 = d)
    and not exists (select from pressrun.annotation_builds b where b.sha256 = d)
$$;
comment on function pressrun.unreferenced is 'Those of these artifacts that nothing in the database names.';
