-- Ending attempts and jobs. Each function is one transaction with its caller, and each write names the lease.

-- The CloudEvents 1.0 record of what happened to a job.
create function pressrun.event_record(id uuid, type text, job_id bigint, kind text, at timestamptz, data jsonb)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'specversion', '1.0', 'id', id, 'source', '/pressrun/' || kind, 'type', type, 'subject', 'job/' || job_id,
    'time', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'datacontenttype', 'application/json', 'data', data)
$$;

create function pressrun.write_event(job pressrun.jobs, type text, data jsonb) returns uuid
language sql
as $$
  with made as (select gen_random_uuid() as id)
  insert into pressrun.events (id, job_id, type, destination_kind, record)
  select made.id, (job).id, type, split_part((job).destination, ':', 1),
    pressrun.event_record(made.id, type, (job).id, (job).kind, now(),
      jsonb_build_object(
        'job', (job).id, 'kind', (job).kind, 'tenant', (job).tenant, 'destination', (job).destination,
        'attempt', (job).attempt) || data)
  from made
  returning id
$$;

create function pressrun.write_attempt(
  job pressrun.jobs, outcome pressrun.attempt_outcome, code text, message text, warnings jsonb
) returns void
language sql
as $$
  insert into pressrun.attempts
    (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
      warnings)
  values (
    (job).id, (job).lease, (job).attempt, (job).claimed_by, (job).kind, greatest((job).run_at, (job).enqueued_at),
    (job).claimed_at, clock_timestamp(), outcome, code, message, nullif(warnings, '[]'))
$$;

create function pressrun.backoff(kind text, attempt int) returns interval
language sql
as $$
  select make_interval(secs =>
    least(k.backoff_limit_seconds, k.backoff_base_seconds * 2 ^ least(attempt - 1, 30))
      * (1 + k.backoff_jitter * (2 * random() - 1)))
  from pressrun.kinds k where k.name = backoff.kind
$$;
comment on function pressrun.backoff is
  'How long a job waits after a failed attempt: base × 2^(attempt − 1), at most the limit, more or less the jitter. '
  'Null for a kind that is not known any more.';

-- Ends an attempt that did not succeed. The caller holds the job's row and has checked the lease.
create function pressrun.settle(
  job pressrun.jobs, outcome pressrun.attempt_outcome, code text, message text, permanent boolean, warnings jsonb,
  out state pressrun.job_state, out run_at timestamptz
)
language plpgsql
as $$
begin
  perform pressrun.write_attempt(job, outcome, code, message, warnings);
  if outcome = 'cancelled' or job.cancel_requested then
    state := 'cancelled';
  elsif outcome = 'released' then
    state := 'available';
  elsif permanent or job.attempt >= job.max_attempts then
    state := 'discarded';
  else
    state := 'retryable';
    run_at := clock_timestamp() + coalesce(pressrun.backoff(job.kind, job.attempt), interval '10 seconds');
  end if;
  update pressrun.jobs j set
    state = settle.state,
    run_at = coalesce(settle.run_at, j.run_at),
    attempt = case when outcome = 'released' then j.attempt - 1 else j.attempt end,
    finished_at = case when settle.state in ('cancelled', 'discarded') then clock_timestamp() end,
    lease_expires_at = null
  where j.id = job.id;
  if state = 'cancelled' then
    perform pressrun.write_event(job, 'pressrun.job.cancelled', '{}');
  elsif state = 'discarded' then
    perform pressrun.write_event(job, 'pressrun.job.discarded',
      jsonb_build_object('error', jsonb_build_object('code', code, 'message', message), 'warnings', warnings));
  elsif state = 'available' then
    perform pg_notify('pressrun_jobs', job.queue);
  end if;
end
$$;

create function pressrun.fail(
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
  where j.id = fail.job and j.lease = fail.lease and j.state = 'running' for update;
  if not found then
    outcome := 'stale';
    return;
  end if;
  settled := pressrun.settle(held, 'failed', code, message, permanent, warnings);
  outcome := settled.state;
  retry_at := settled.run_at;
end
$$;
comment on function pressrun.fail is
  'Ends an attempt with an error: the job becomes retryable, or discarded where that is permanent or was the last '
  'attempt.';

create function pressrun.settle_many(
  jobs bigint[], leases bigint[], outcome pressrun.attempt_outcome, only_cancelled boolean
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
    where j.lease = h.lease and j.state = 'running' and (j.cancel_requested or not only_cancelled)
    order by j.id for update of j
  loop
    perform pressrun.settle(held, outcome, null, null, false, null);
    settled := settled + 1;
  end loop;
  return settled;
end
$$;

create function pressrun.release(jobs bigint[], leases bigint[]) returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select pressrun.settle_many(jobs, leases, 'released', false) $$;
comment on function pressrun.release is 'Gives jobs back as they were; the attempt does not count.';

create function pressrun.finish_cancelled(jobs bigint[], leases bigint[]) returns int
language sql security definer set search_path = pg_catalog, pg_temp
as $$ select pressrun.settle_many(jobs, leases, 'cancelled', true) $$;
comment on function pressrun.finish_cancelled is
  'Ends attempts that the worker stopped because cancellation was asked for.';

create function pressrun.rescue(max_jobs int default 100) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  expired pressrun.jobs%rowtype;
  rescued int := 0;
begin
  for expired in
    select j.* from pressrun.jobs j
    where j.state = 'running' and j.lease_expires_at < clock_timestamp()
    order by j.id limit max_jobs
    for update skip locked
  loop
    perform pressrun.settle(
      expired, 'expired', 'lease_expired',
      'The worker did not extend its lease: it crashed, hung or lost its connection.', false, null);
    rescued := rescued + 1;
  end loop;
  return rescued;
end
$$;
comment on function pressrun.rescue is
  'Ends attempts whose lease ran out, as failures. Any worker may call it at any time.';

create function pressrun.complete(completions jsonb)
returns table (ordinal bigint, outcome text, event_id uuid, rule text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
begin
  return query
    with input as materialized (
      select c.ordinal, (c.item ->> 'job')::bigint as job_id, (c.item ->> 'lease')::bigint as lease, c.item
      from jsonb_array_elements(completions) with ordinality as c (item, ordinal)
    ), locked as materialized (
      select i.ordinal, i.item, j as job
      from input i join pressrun.jobs j on j.id = i.job_id
      where j.lease = i.lease and j.state = 'running'
      order by j.id for update of j
    ), held as materialized (
      select l.ordinal, l.item, l.job, gen_random_uuid() as event_id, r.rule,
        case when (l.job).cancel_requested then 'cancelled' when r.rule is null then 'completed' else 'refused' end
          as outcome
      from locked l
        -- The policy may have changed since the job was enqueued.
        cross join lateral (
          select case when (l.job).destination <> 'none'
            then pressrun.refusal((l.job).tenant, (l.job).kind, (l.job).destination) end as rule
        ) r
    ), finished as (
      update pressrun.jobs j set
        state = (case h.outcome when 'refused' then 'discarded' else h.outcome end)::pressrun.job_state,
        finished_at = clock_timestamp(), lease_expires_at = null
      from held h where j.id = (h.job).id
    ), closed as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
          warnings, timings)
      select (h.job).id, (h.job).lease, (h.job).attempt, (h.job).claimed_by, (h.job).kind,
        greatest((h.job).run_at, (h.job).enqueued_at), (h.job).claimed_at, clock_timestamp(),
        h.outcome::pressrun.attempt_outcome,
        case h.outcome when 'refused' then 'destination_denied' end,
        case h.outcome when 'refused' then format('destination "%s" is refused: %s', (h.job).destination, h.rule) end,
        nullif(h.item -> 'warnings', '[]'), nullif(h.item -> 'timings', '{}')
      from held h
    ), stored as (
      insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
      select (h.job).id, h.item ->> 'sha256', (h.item ->> 'bytes')::bigint, jsonb_array_length(h.item -> 'pageSizes'),
        h.item -> 'pageSizes', h.item ->> 'mediaType'
      from held h where h.outcome = 'completed'
    ), recorded as (
      insert into pressrun.events (id, job_id, type, destination_kind, record)
      select h.event_id, (h.job).id, t.type, split_part((h.job).destination, ':', 1),
        pressrun.event_record(h.event_id, t.type, (h.job).id, (h.job).kind, now(),
          jsonb_build_object(
            'job', (h.job).id, 'kind', (h.job).kind, 'tenant', (h.job).tenant, 'destination', (h.job).destination,
            'attempt', (h.job).attempt)
          || case h.outcome
            when 'completed' then jsonb_build_object(
              'artifact', jsonb_build_object(
                'sha256', h.item -> 'sha256', 'bytes', h.item -> 'bytes', 'mediaType', h.item -> 'mediaType',
                'pages', jsonb_array_length(h.item -> 'pageSizes'),
                'pageHeights', jsonb_path_query_array(h.item, '$.pageSizes[*][1]')),
              'warnings', h.item -> 'warnings')
            when 'refused' then jsonb_build_object(
              'error', jsonb_build_object(
                'code', 'destination_denied',
                'message', format('destination "%s" is refused: %s', (h.job).destination, h.rule)),
              'warnings', h.item -> 'warnings')
            else '{}' end)
      from held h
        cross join lateral (select 'pressrun.job.'
          || case h.outcome when 'refused' then 'discarded' else h.outcome end as type) t
    ), queued as (
      insert into pressrun.outbox (job_id, event_id, destination)
      select (h.job).id, h.event_id, (h.job).destination
      from held h where h.outcome = 'completed' and (h.job).destination <> 'none'
    )
    select i.ordinal, coalesce(h.outcome, 'stale'), h.event_id, h.rule
    from input i left join held h on h.ordinal = i.ordinal
    order by i.ordinal;
end
$$;
comment on function pressrun.complete is
  'Finishes jobs: each with its attempt, artifact, event and outbox row, all or nothing. Takes an array of objects '
  'with job, lease, sha256, bytes, mediaType, pageSizes, warnings and timings. A destination that the policy no '
  'longer allows discards the job; an old lease changes nothing.';

create function pressrun.cancel(job bigint) returns pressrun.job_state
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
comment on function pressrun.cancel is
  'Cancels a waiting job at once; a running one when its worker hears of it. Answers the state after the call.';

create function pressrun.retry(job bigint) returns void
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
    state = 'available', run_at = now(), finished_at = null, cancel_requested = false,
    -- A finished job gets a fresh set of attempts; the numbers go on, so that its history stays readable.
    max_attempts = case when found_job.finished_at is null then j.max_attempts
      else least(
        10000, j.attempt + coalesce((select k.max_attempts from pressrun.kinds k where k.name = j.kind), 1)) end
  where j.id = job;
  perform pg_notify('pressrun_jobs', found_job.queue);
exception when unique_violation then
  raise exception 'another unfinished job has the unique key of job %', job using errcode = 'PR006';
end
$$;
comment on function pressrun.retry is 'Makes a discarded, cancelled or waiting job available now, its history kept.';

create function pressrun.events_after(cursor bigint, max_events int) returns setof pressrun.events
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  horizon timestamptz;
begin
  -- Sequence numbers are drawn before the commit, so a reader that went on after the highest could miss the event of a
  -- slow transaction. Whoever has drawn one holds this lock until the end. Of an event that was recorded before the
  -- oldest of those began, all forerunners are therefore decided; the next statement sees them.
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
  'Events after the one with this sequence number, in order. None is missed by going on after the last; an event '
  'that an open transaction wrote holds newer ones back until that ends.';
