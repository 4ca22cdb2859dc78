-- Many completions without detours: columns as arrays rather than JSON to be taken apart, and the event's record put
-- together as text.

create function pressrun.complete_many(
  jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[],
  warnings jsonb[], timings jsonb[]
) returns table (ordinal bigint, outcome text, event_id uuid, rule text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  at text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  held bigint := 0;
begin
  return query
    with input as materialized (
      select u.job_id, u.lease, nullif(u.sha256, '') as sha256, u.bytes, u.media_type, u.page_sizes, u.warnings, u.timings,
        u.ordinal
      from unnest(jobs, leases, sha256s, bytes, media_types, page_sizes, warnings, timings) with ordinality
        as u (job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, ordinal)
      -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
      order by u.job_id
    ), held as materialized (
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
      returning j.id, j.lease, j.attempt, j.claimed_by, j.kind, j.tenant, j.destination, j.batch_id, j.run_at, j.enqueued_at,
        j.claimed_at, j.finished_at, j.state, j.state::text as outcome, i.ordinal, i.sha256, i.bytes, i.media_type,
        i.page_sizes, i.warnings, i.timings, gen_random_uuid() as event_id,
        case when j.state = 'discarded' then pressrun.refusal(j.tenant, j.kind, j.destination) end as rule
    ), closed as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
          warnings, timings)
      select h.id, h.lease, h.attempt, h.claimed_by, h.kind, greatest(h.run_at, h.enqueued_at), h.claimed_at,
        h.finished_at,
        case h.state when 'discarded' then 'refused' when 'cancelled' then 'cancelled' else 'completed' end
          ::pressrun.attempt_outcome,
        case when h.rule is not null then 'destination_denied' end,
        case when h.rule is not null then format('destination "%s" is refused: %s', h.destination, h.rule) end,
        nullif(h.warnings, '[]'), nullif(h.timings, '{}')
      from held h
    ), stored as (
      insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
      select h.id, h.sha256, h.bytes, jsonb_array_length(h.page_sizes), h.page_sizes, h.media_type
      from held h where h.state = 'completed' and h.sha256 is not null
    ), recorded as (
      insert into pressrun.events (id, job_id, type, destination_kind, record)
      select h.event_id, h.id, 'pressrun.job.' || h.outcome, split_part(h.destination, ':', 1),
        -- A kind's name needs no quoting, and parsing the whole once is quicker than building it value by value.
        ('{"specversion": "1.0", "id": "' || h.event_id || '", "source": "/pressrun/' || h.kind
          || '", "type": "pressrun.job.' || h.outcome || '", "subject": "job/' || h.id || '", "time": "' || at
          || '", "datacontenttype": "application/json", "data": {"job": ' || h.id || ', "kind": "' || h.kind
          || '", "tenant": ' || to_json(h.tenant) || ', "destination": ' || to_json(h.destination) || ', "attempt": '
          || h.attempt
          || case h.state
            when 'completed' then ', "artifact": ' || case when h.sha256 is null then 'null' else jsonb_build_object(
                'sha256', h.sha256, 'bytes', h.bytes, 'mediaType', h.media_type,
                'pages', jsonb_array_length(h.page_sizes),
                'pageHeights', jsonb_path_query_array(h.page_sizes, '$[*][1]'))::text end
              || ', "warnings": ' || h.warnings::text
            when 'discarded' then ', "error": ' || jsonb_build_object(
                'code', 'destination_denied',
                'message', format('destination "%s" is refused: %s', h.destination, h.rule))::text
              || ', "warnings": ' || h.warnings::text
            else '' end
          || '}}')::jsonb
      from held h
    ), queued as (
      insert into pressrun.outbox (job_id, event_id, destination)
      select h.id, h.event_id, h.destination
      from held h where h.state = 'completed' and h.sha256 is not null and h.destination <> 'none'
    ), tallied as (
      insert into pressrun.tallies (kind, tenant, batch_id, state, jobs)
      select h.kind, h.tenant, h.batch_id, h.state, count(*) from held h group by h.kind, h.tenant, h.batch_id, h.state
    )
    select h.ordinal, case h.state when 'discarded' then 'refused' else h.outcome end, h.event_id, h.rule from held h;
  get diagnostics held = row_count;
  perform pressrun.note_fenced(cardinality(jobs) - held::int);
end
$$;
comment on function pressrun.complete_many is
  'As complete, with one element of each array a job; an empty sha256 where it made no document. Answers no row for an old '
  'lease.';

-- The same by one way, for what speaks JSON.
create or replace function pressrun.complete(completions jsonb)
returns table (ordinal bigint, outcome text, event_id uuid, rule text)
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with input as materialized (
    select c.* from rows from (jsonb_to_recordset(completions) as (
      job bigint, lease bigint, sha256 text, bytes bigint, "mediaType" text, "pageSizes" jsonb, warnings jsonb,
      timings jsonb)) with ordinality as c (
      job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, ordinal)
  ), given as (
    select array_agg(i.job_id order by i.ordinal) as jobs, array_agg(i.lease order by i.ordinal) as leases,
      array_agg(coalesce(i.sha256, '') order by i.ordinal) as sha256s, array_agg(i.bytes order by i.ordinal) as bytes,
      array_agg(i.media_type order by i.ordinal) as media_types, array_agg(i.page_sizes order by i.ordinal) as page_sizes,
      array_agg(coalesce(i.warnings, '[]') order by i.ordinal) as warnings,
      array_agg(coalesce(i.timings, '{}') order by i.ordinal) as timings
    from input i
  ), answers as (
    select a.* from given g cross join lateral pressrun.complete_many(
      g.jobs, g.leases, g.sha256s, g.bytes, g.media_types, g.page_sizes, g.warnings, g.timings) a
  )
  select i.ordinal, coalesce(a.outcome, 'stale'), a.event_id, a.rule
  from input i left join answers a on a.ordinal = i.ordinal
  order by i.ordinal
$$;

revoke execute on function
  pressrun.complete_many(bigint[], bigint[], text[], bigint[], text[], jsonb[], jsonb[], jsonb[])
from public;
do $$
begin
  grant execute on function
    pressrun.complete_many(bigint[], bigint[], text[], bigint[], text[], jsonb[], jsonb[], jsonb[])
  to pressrun_worker;
exception
  -- A login that may not make roles has none.
  when undefined_object or insufficient_privilege then null;
end
$$;
