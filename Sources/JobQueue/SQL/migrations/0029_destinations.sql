-- Which destinations were chosen is counted as jobs complete, so that the counts cost a row a day to read and outlive the jobs.

create table pressrun.destination_totals (
  day date not null,
  destination_kind text not null,
  documents bigint not null,
  primary key (day, destination_kind)
);
comment on table pressrun.destination_totals is
  'How many documents went to which kind of destination, without what still stands in tallies: see the view destination_counts.';
alter table pressrun.tallies add column day date, add column destination_kind text;
comment on column pressrun.tallies.day is
  'When the jobs were completed, in UTC, and for which kind of destination; null where they were not completed.';

-- From here on completions wait for the end of this; those before it are to be seen.
insert into pressrun.destination_totals
select (e.time at time zone 'UTC')::date, e.destination_kind, count(*)
from pressrun.events e where e.type = 'pressrun.job.completed' group by 1, 2;

create or replace function pressrun.complete_many(
  jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[],
  warnings jsonb[], timings jsonb[]
) returns table (ordinal bigint, outcome text, event_id uuid, rule text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan set enable_material = off
as $$
#variable_conflict use_column
declare
  at text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  -- One draw of random bits a batch; the job's number tells its events apart (UUID version 8, RFC 9562, section 5.8).
  event_prefix text := overlay(left(gen_random_uuid()::text, 24) placing '8' from 15);
  day date := (now() at time zone 'UTC')::date;
  held bigint := 0;
begin
  return query
    with held as materialized (
      update pressrun.jobs j set
        state = case
          when j.cancel_requested then 'cancelled'::pressrun.job_state
          -- The policy may have changed since the job was enqueued.
          when j.destination <> 'none' and pressrun.refusal(j.tenant, j.kind, j.destination) is not null
            then 'discarded'
          else 'completed' end,
        finished_at = clock_timestamp(), lease_expires_at = null
      from (
        select u.* from unnest(jobs, leases, sha256s, bytes, media_types, page_sizes, warnings, timings) with ordinality
          as u (job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, ordinal)
        -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
        order by u.job_id
      ) i
      where j.id = i.job_id and j.lease = i.lease and j.state::text = 'running'
      returning j.id, j.lease, j.attempt, j.claimed_by, j.kind, j.tenant, j.destination, j.batch_id,
        greatest(j.run_at, j.enqueued_at) as ready_at, j.claimed_at, j.finished_at, j.state,
        i.ordinal, nullif(i.sha256, '') as sha256, i.bytes, i.media_type,
        case when complete_many.page_sizes is null then '[]' else i.page_sizes end as page_sizes,
        nullif(i.warnings, '[]') as warnings, nullif(i.timings, '{}') as timings,
        (event_prefix || lpad(to_hex(j.id & 281474976710655), 12, '0'))::uuid as event_id,
        split_part(j.destination, ':', 1) as destination_kind,
        case when j.state = 'discarded' then pressrun.refusal(j.tenant, j.kind, j.destination) end as rule
    ), closed as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
          warnings, timings)
      select h.id, h.lease, h.attempt, h.claimed_by, h.kind, h.ready_at, h.claimed_at, h.finished_at,
        case h.state when 'discarded' then 'refused' when 'cancelled' then 'cancelled' else 'completed' end
          ::pressrun.attempt_outcome,
        case when h.rule is not null then 'destination_denied' end,
        case when h.rule is not null then format('destination "%s" is refused: %s', h.destination, h.rule) end,
        h.warnings, h.timings
      from held h
    ), stored as (
      insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
      select h.id, h.sha256, h.bytes, jsonb_array_length(h.page_sizes), h.page_sizes, h.media_type
      from held h where h.state = 'completed' and h.sha256 is not null
    ), recorded as (
      insert into pressrun.events (id, job_id, type, destination_kind, record)
      select h.event_id, h.id, 'pressrun.job.' || h.state, h.destination_kind,
        -- A kind's name needs no quoting, and parsing the whole once is quicker than building it value by value.
        ('{"specversion": "1.0", "id": "' || h.event_id || '", "source": "/pressrun/' || h.kind
          || '", "type": "pressrun.job.' || h.state || '", "subject": "job/' || h.id || '", "time": "' || at
          || '", "datacontenttype": "application/json", "data": {"job": ' || h.id || ', "kind": "' || h.kind
          || '", "tenant": ' || to_json(h.tenant) || ', "destination": ' || to_json(h.destination) || ', "attempt": '
          || h.attempt
          || case h.state
            when 'completed' then ', "artifact": ' || case when h.sha256 is null then 'null' else jsonb_build_object(
                'sha256', h.sha256, 'bytes', h.bytes, 'mediaType', h.media_type,
                'pages', jsonb_array_length(h.page_sizes),
                'pageHeights', jsonb_path_query_array(h.page_sizes, '$[*][1]'))::text end
              || ', "warnings": ' || coalesce(h.warnings::text, '[]')
            when 'discarded' then ', "error": ' || jsonb_build_object(
                'code', 'destination_denied',
                'message', format('destination "%s" is refused: %s', h.destination, h.rule))::text
              || ', "warnings": ' || coalesce(h.warnings::text, '[]')
            else '' end
          || '}}')::jsonb
      from held h
    ), queued as (
      insert into pressrun.outbox (job_id, event_id, destination)
      select h.id, h.event_id, h.destination
      from held h where h.state = 'completed' and h.sha256 is not null and h.destination <> 'none'
    ), tallied as (
      insert into pressrun.tallies (kind, tenant, batch_id, state, day, destination_kind, jobs)
      select h.kind, h.tenant, h.batch_id, h.state,
        case h.state when 'completed' then day end, case h.state when 'completed' then h.destination_kind end, count(*)
      from held h group by h.kind, h.tenant, h.batch_id, h.state, 6
    )
    select h.ordinal, case h.state when 'discarded' then 'refused' else h.state::text end, h.event_id, h.rule from held h;
  get diagnostics held = row_count;
  perform pressrun.note_fenced(cardinality(jobs) - held::int);
end
$$;
comment on function pressrun.complete_many is
  'As complete, with one element of each array a job; an empty sha256 where it made no document. Null instead of page_sizes, '
  'warnings or timings where no job has any. Answers no row for an old lease.';

create or replace function pressrun.add_up() returns void
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  batch pressrun.batches%rowtype;
  event uuid;
begin
  with gone as (
    delete from pressrun.tallies t where t.ctid = any (array(select u.ctid from pressrun.tallies u limit 20000))
    returning t.*
  ), added as (
    insert into pressrun.totals as o (kind, tenant, state, jobs)
    select g.kind, g.tenant, g.state, sum(g.jobs) from gone g where g.state is not null
    group by g.kind, g.tenant, g.state
    on conflict (kind, tenant, state) do update set jobs = o.jobs + excluded.jobs
  ), chosen as (
    insert into pressrun.destination_totals as o (day, destination_kind, documents)
    select g.day, g.destination_kind, sum(g.jobs) from gone g where g.day is not null
    group by g.day, g.destination_kind
    on conflict (day, destination_kind) do update set documents = o.documents + excluded.documents
  ), sums as (
    select g.batch_id, coalesce(sum(g.jobs) filter (where g.state is null), 0) as jobs,
      coalesce(sum(g.jobs) filter (where g.state = 'completed'), 0) as completed,
      coalesce(sum(g.jobs) filter (where g.state = 'discarded'), 0) as discarded,
      coalesce(sum(g.jobs) filter (where g.state = 'cancelled'), 0) as cancelled
    from gone g where g.batch_id is not null group by g.batch_id
  )
  update pressrun.batches b set
    jobs = b.jobs + s.jobs, completed = b.completed + s.completed, discarded = b.discarded + s.discarded,
    cancelled = b.cancelled + s.cancelled
  from sums s where b.id = s.batch_id;

  for batch in
    select b.* from pressrun.batches b
    where b.completed_at is null and not b.held and b.jobs > 0 and b.jobs <= b.completed + b.discarded + b.cancelled
      and not exists (select from pressrun.tallies t where t.batch_id = b.id)
    order by b.id limit 1000
    for update skip locked
  loop
    update pressrun.batches b set completed_at = clock_timestamp() where b.id = batch.id;
    event := gen_random_uuid();
    -- It is of no job: job_id is 0.
    insert into pressrun.events (id, job_id, type, destination_kind, record)
    select event, 0, 'pressrun.batch.completed', 'none',
      pressrun.event_record(event, 'pressrun.batch.completed', 0, 'batch', now(), jsonb_build_object(
        'batch', batch.id, 'name', batch.name, 'tenant', batch.tenant, 'jobs', batch.jobs,
        'completed', batch.completed, 'discarded', batch.discarded, 'cancelled', batch.cancelled))
        || jsonb_build_object('subject', 'batch/' || batch.id);
  end loop;
end
$$;

create or replace view pressrun.destination_counts as
select c.day, c.destination_kind, sum(c.documents)::bigint as documents
from (
  select t.day, t.destination_kind, t.documents from pressrun.destination_totals t
  union all
  select y.day, y.destination_kind, y.jobs from pressrun.tallies y where y.day is not null
) c
group by c.day, c.destination_kind;
