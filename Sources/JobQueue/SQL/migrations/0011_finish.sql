-- Ending attempts and jobs: with lanes, tallies, progress and snoozing. Every write names the lease.
--
-- Jobs are found by their ids. `state::text` keeps the planner from the index of running jobs, which looks small to it at
-- times, and is long while an old snapshot keeps it from being vacuumed.

-- Puts a job that was just made available where claims see it. `at` is its place: that of its own transaction, or the
-- one it had before.
create function pressrun.announce(job pressrun.jobs, at xid8) returns void
language plpgsql
as $$
begin
  perform pressrun.announce((job).queue, (job).tenant, (job).priority, (job).kind, at);
  perform pg_notify('pressrun_jobs', (job).queue);
end
$$;

create function pressrun.tally(job pressrun.jobs, state pressrun.job_state, jobs int) returns void
language sql
as $$
  insert into pressrun.tallies (kind, tenant, batch_id, state, jobs)
  values ((job).kind, (job).tenant, (job).batch_id, state, jobs)
$$;

-- Ends an attempt that did not succeed. The caller holds the job's row and has checked the lease. A snoozed job sleeps for
-- `pause`.
create function pressrun.settle(
  job pressrun.jobs, outcome text, code text, message text, permanent boolean, warnings jsonb, pause interval,
  out state pressrun.job_state, out run_at timestamptz
)
language plpgsql
set enable_seqscan = off
as $$
begin
  perform pressrun.write_attempt(job, outcome::pressrun.attempt_outcome, code, message, warnings);
  if outcome = 'cancelled' or job.cancel_requested then
    state := 'cancelled';
  elsif outcome = 'released' then
    state := 'available';
  elsif outcome = 'snoozed' then
    state := 'scheduled';
    run_at := clock_timestamp() + pause;
  elsif permanent or job.attempt >= job.max_attempts then
    state := 'discarded';
  else
    state := 'retryable';
    run_at := clock_timestamp() + coalesce(pressrun.backoff(job.kind, job.attempt), interval '10 seconds');
  end if;
  update pressrun.jobs j set
    state = settle.state,
    run_at = coalesce(settle.run_at, j.run_at),
    attempt = case when outcome in ('released', 'snoozed') then j.attempt - 1 else j.attempt end,
    finished_at = case when settle.state in ('cancelled', 'discarded') then clock_timestamp() end,
    lease_expires_at = null
  where j.id = job.id;
  if state = 'cancelled' then
    perform pressrun.write_event(job, 'pressrun.job.cancelled', '{}');
    perform pressrun.tally(job, state, 1);
  elsif state = 'discarded' then
    perform pressrun.write_event(job, 'pressrun.job.discarded',
      jsonb_build_object('error', jsonb_build_object('code', code, 'message', message), 'warnings', warnings));
    perform pressrun.tally(job, state, 1);
  elsif state = 'available' then
    -- Its place is as it was.
    perform pressrun.announce(job, job.ready_xid);
  end if;
end
$$;
drop function pressrun.settle(
  pressrun.jobs, pressrun.attempt_outcome, text, text, boolean, jsonb, out pressrun.job_state, out timestamptz);

create or replace function pressrun.fail(
  job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb default '[]',
  out outcome text, out retry_at timestamptz
)
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  held pressrun.jobs%rowtype;
  settled record;
begin
  select j.* into held from pressrun.jobs j
  where j.id = fail.job and j.lease = fail.lease and j.state::text = 'running' for update;
  if not found then
    perform pressrun.note_fenced(1);
    outcome := 'stale';
    return;
  end if;
  settled := pressrun.settle(held, 'failed', code, message, permanent, warnings, null);
  outcome := settled.state;
  retry_at := settled.run_at;
end
$$;

drop function pressrun.settle_many(bigint[], bigint[], pressrun.attempt_outcome, boolean);
create function pressrun.settle_many(
  jobs bigint[], leases bigint[], outcome text, only_cancelled boolean, code text, message text, pause interval
) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  held pressrun.jobs%rowtype;
  settled int := 0;
begin
  for held in
    select j.* from unnest(jobs, leases) as h (id, lease) join pressrun.jobs j on j.id = h.id
    where j.lease = h.lease and j.state::text = 'running' and (j.cancel_requested or not only_cancelled)
    order by j.id for update of j
  loop
    perform pressrun.settle(held, outcome, code, message, false, null, pause);
    settled := settled + 1;
  end loop;
  perform pressrun.note_fenced(cardinality(jobs) - settled);
  return settled;
end
$$;

create or replace function pressrun.release(jobs bigint[], leases bigint[]) returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select pressrun.settle_many(jobs, leases, 'released', false, null, null, null) $$;

create or replace function pressrun.finish_cancelled(jobs bigint[], leases bigint[]) returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select pressrun.settle_many(jobs, leases, 'cancelled', true, null, null, null) $$;

create function pressrun.snooze(
  jobs bigint[], leases bigint[], seconds double precision, reason text default null
) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if seconds is null or seconds not between 0 and 31536000 then
    raise exception 'a job is snoozed for 0 to 31536000 seconds' using errcode = 'PR004';
  end if;
  return pressrun.settle_many(
    jobs, leases, 'snoozed', false, case when reason is not null then 'snoozed' end, left(reason, 8000),
    make_interval(secs => seconds));
end
$$;
comment on function pressrun.snooze is
  'Gives jobs back until later; the attempt does not count. Answers how many were still held.';

-- Writes that named an old lease, and leases that ran out: counted in a few rows that upkeep adds up.
create table pressrun.incidents (
  what text not null check (what in ('fenced', 'rescued')),
  at timestamptz not null default clock_timestamp(),
  count bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index incidents_at on pressrun.incidents (at);
comment on table pressrun.incidents is 'Fenced writes and rescued leases, as they happened; kept for a week.';

create function pressrun.note_fenced(writes int) returns void
language plpgsql
as $$
begin
  if writes > 0 then
    insert into pressrun.incidents (what, count) values ('fenced', writes);
  end if;
end
$$;

create function pressrun.running_floor() returns xid8
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- A number from the future is another server's, from which this database was restored.
  select coalesce(
    (select m.xid from pressrun.marks m
      where m.name = 'running' and m.xid <= pg_snapshot_xmax(pg_current_snapshot())), '0')
$$;
comment on function pressrun.running_floor is
  'No running job was claimed by a transaction before this one: what came before in the index is dead.';

create or replace function pressrun.rescue(max_jobs int default 100) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set jit = off
as $$
declare
  oldest xid8 := pg_snapshot_xmin(pg_current_snapshot());
  floor xid8 := pressrun.running_floor();
  first xid8;
  expired pressrun.jobs%rowtype;
  rescued int := 0;
begin
  -- A claim that is not visible yet is of a transaction in progress.
  select j.claim_xid into first from pressrun.jobs j where j.state = 'running' and j.claim_xid >= floor
  order by j.claim_xid limit 1;
  first := least(coalesce(first, oldest), oldest);
  if first > floor then
    perform from pressrun.marks m where m.name = 'running' and m.xid < first for update skip locked;
    if found then
      update pressrun.marks m set xid = first where m.name = 'running';
    end if;
  end if;
  for expired in
    select j.* from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= floor and j.lease_expires_at < clock_timestamp()
    order by j.claim_xid limit max_jobs
    for update skip locked
  loop
    perform pressrun.settle(
      expired, 'expired', 'lease_expired',
      'The worker did not extend its lease: it crashed, hung or lost its connection.', false, null, null);
    rescued := rescued + 1;
  end loop;
  if rescued > 0 then
    insert into pressrun.incidents (what, count) values ('rescued', rescued);
  end if;
  return rescued;
end
$$;

drop function pressrun.heartbeat(bigint, bigint[], bigint[], double precision);
create function pressrun.heartbeat(
  worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages int[] default null
) returns table (job_id bigint, lease bigint, cancel_requested boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
begin
  update pressrun.workers w
  set heartbeat_at = clock_timestamp(), running = cardinality(jobs), stopped_at = null
  where w.id = worker;
  return query
    -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
    with held as materialized (
      select j.id, h.pages, h.pages is distinct from j.pages_done as moved
      from unnest(jobs, leases, pages) as h (id, lease, pages) join pressrun.jobs j on j.id = h.id
      where j.lease = h.lease and j.state::text = 'running'
      order by j.id for update of j
    ), extended as (
      update pressrun.jobs j set
        lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
        pages_done = coalesce(held.pages, j.pages_done)
      from held where j.id = held.id
      returning j as job, held.pages is not null and held.moved as moved
    ), told as (
      select pressrun.write_event(
        e.job, 'pressrun.job.progress', jsonb_build_object('lease', (e.job).lease, 'pagesDone', (e.job).pages_done))
      from extended e where e.moved
    )
    select (e.job).id, (e.job).lease, (e.job).cancel_requested from extended e where (select count(*) from told) >= 0;
end
$$;
comment on function pressrun.heartbeat is
  'Extends the leases that are still held and answers them, and whether to stop; a lease that is not among the answers is '
  'lost. Takes the pages set so far in each job; where they changed, that becomes an event.';

create or replace function pressrun.complete(completions jsonb)
returns table (ordinal bigint, outcome text, event_id uuid, rule text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
begin
  return query
    with input as materialized (
      select c.* from rows from (jsonb_to_recordset(completions) as (
        job bigint, lease bigint, sha256 text, bytes bigint, "mediaType" text, "pageSizes" jsonb, warnings jsonb,
        timings jsonb)) with ordinality as c (
        job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, ordinal)
      -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
      order by c.job_id
    ), finished as (
      update pressrun.jobs j set
        state = case
          when j.cancel_requested then 'cancelled'::pressrun.job_state
          -- The policy may have changed since the job was enqueued.
          when j.destination <> 'none' and pressrun.refusal(j.tenant, j.kind, j.destination) is not null
            then 'discarded'
          else 'completed' end,
        finished_at = clock_timestamp(), lease_expires_at = null
      from input i
      where j.id = i.job_id and j.lease = i.lease and j.state::text = 'running'
      returning j as job, i.ordinal, i.sha256, i.bytes, i.media_type, i.page_sizes, i.warnings, i.timings
    ), held as materialized (
      select f.*, gen_random_uuid() as event_id,
        case when (f.job).state = 'discarded'
          then pressrun.refusal((f.job).tenant, (f.job).kind, (f.job).destination) end as rule
      from finished f
    ), closed as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
          warnings, timings)
      select (h.job).id, (h.job).lease, (h.job).attempt, (h.job).claimed_by, (h.job).kind,
        greatest((h.job).run_at, (h.job).enqueued_at), (h.job).claimed_at, (h.job).finished_at,
        case (h.job).state when 'discarded' then 'refused' when 'cancelled' then 'cancelled' else 'completed' end
          ::pressrun.attempt_outcome,
        case when h.rule is not null then 'destination_denied' end,
        case when h.rule is not null
          then format('destination "%s" is refused: %s', (h.job).destination, h.rule) end,
        nullif(h.warnings, '[]'), nullif(h.timings, '{}')
      from held h
    ), stored as (
      insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
      select (h.job).id, h.sha256, h.bytes, jsonb_array_length(h.page_sizes), h.page_sizes, h.media_type
      from held h where (h.job).state = 'completed' and h.sha256 is not null
    ), recorded as (
      insert into pressrun.events (id, job_id, type, destination_kind, record)
      select h.event_id, (h.job).id, 'pressrun.job.' || (h.job).state, split_part((h.job).destination, ':', 1),
        pressrun.event_record(h.event_id, 'pressrun.job.' || (h.job).state, (h.job).id, (h.job).kind, now(),
          case (h.job).state
            when 'completed' then jsonb_build_object(
              'job', (h.job).id, 'kind', (h.job).kind, 'tenant', (h.job).tenant, 'destination', (h.job).destination,
              'attempt', (h.job).attempt,
              'artifact', case when h.sha256 is not null then jsonb_build_object(
                'sha256', h.sha256, 'bytes', h.bytes, 'mediaType', h.media_type,
                'pages', jsonb_array_length(h.page_sizes),
                'pageHeights', jsonb_path_query_array(h.page_sizes, '$[*][1]')) end,
              'warnings', h.warnings)
            when 'discarded' then jsonb_build_object(
              'job', (h.job).id, 'kind', (h.job).kind, 'tenant', (h.job).tenant, 'destination', (h.job).destination,
              'attempt', (h.job).attempt,
              'error', jsonb_build_object(
                'code', 'destination_denied',
                'message', format('destination "%s" is refused: %s', (h.job).destination, h.rule)),
              'warnings', h.warnings)
            else jsonb_build_object(
              'job', (h.job).id, 'kind', (h.job).kind, 'tenant', (h.job).tenant, 'destination', (h.job).destination,
              'attempt', (h.job).attempt) end)
      from held h
    ), queued as (
      insert into pressrun.outbox (job_id, event_id, destination)
      select (h.job).id, h.event_id, (h.job).destination
      from held h where (h.job).state = 'completed' and h.sha256 is not null and (h.job).destination <> 'none'
    ), tallied as (
      insert into pressrun.tallies (kind, tenant, batch_id, state, jobs)
      select (h.job).kind, (h.job).tenant, (h.job).batch_id, (h.job).state, count(*)
      from held h group by (h.job).kind, (h.job).tenant, (h.job).batch_id, (h.job).state
    ), fenced as (
      insert into pressrun.incidents (what, count)
      select 'fenced', t.given - t.held from (
        select (select count(*) from input) as given, (select count(*) from held) as held
      ) t where t.given > t.held
    ), answers as (
      select h.ordinal, case when (h.job).state = 'discarded' then 'refused' else (h.job).state::text end as outcome,
        h.event_id, h.rule
      from held h
      union all
      select i.ordinal, null, null, null from input i
    )
    -- What the join of input and answers would be, but for its price without a hash.
    select a.ordinal, coalesce(max(a.outcome), 'stale'), max(a.event_id::text)::uuid, max(a.rule)
    from answers a group by a.ordinal
    order by a.ordinal;
end
$$;
comment on function pressrun.complete is
  'Finishes jobs: each with its attempt, artifact, event and outbox row, all or nothing. Takes an array of objects '
  'with job, lease, sha256, bytes, mediaType, pageSizes, warnings and timings; without sha256 the job made no document. A '
  'destination that the policy no longer allows discards the job; an old lease changes nothing.';

create or replace function pressrun.cancel(job bigint) returns pressrun.job_state
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  found_job pressrun.jobs%rowtype;
begin
  select j.* into found_job from pressrun.jobs j where j.id = job for update;
  if not found then
    raise exception 'there is no job %', job using errcode = 'PR005';
  end if;
  case found_job.state
    when 'scheduled', 'available', 'retryable' then
      update pressrun.jobs j set state = 'cancelled', finished_at = clock_timestamp() where j.id = job;
      perform pressrun.write_event(found_job, 'pressrun.job.cancelled', '{}');
      perform pressrun.tally(found_job, 'cancelled', 1);
      return 'cancelled';
    when 'running' then
      update pressrun.jobs j set cancel_requested = true where j.id = job;
      perform pg_notify('pressrun_cancel', job::text);
      return 'running';
    when 'cancelled' then
      return 'cancelled';
    else
      raise exception 'job % is % and cannot be cancelled', job, found_job.state using errcode = 'PR006';
  end case;
end
$$;

create or replace function pressrun.retry(job bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  found_job pressrun.jobs%rowtype;
begin
  select j.* into found_job from pressrun.jobs j where j.id = job for update;
  if not found then
    raise exception 'there is no job %', job using errcode = 'PR005';
  end if;
  if found_job.state not in ('discarded', 'cancelled', 'retryable', 'scheduled') then
    raise exception 'job % is % and cannot be retried', job, found_job.state using errcode = 'PR006';
  end if;
  update pressrun.jobs j set
    state = 'available', run_at = now(), finished_at = null, cancel_requested = false, pages_done = null,
    ready_xid = pg_current_xact_id(),
    -- A finished job gets a fresh set of attempts; the numbers go on, so that its history stays readable.
    max_attempts = case when found_job.finished_at is null then j.max_attempts
      else least(
        10000, j.attempt + coalesce((select k.max_attempts from pressrun.kinds k where k.name = j.kind), 1)) end
  where j.id = job;
  if found_job.state in ('discarded', 'cancelled') then
    perform pressrun.tally(found_job, found_job.state, -1);
  end if;
  perform pressrun.announce(found_job, pg_current_xact_id());
exception when unique_violation then
  raise exception 'another unfinished job has the unique key of job %', job using errcode = 'PR006';
end
$$;
