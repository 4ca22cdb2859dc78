create or replace function pressrun.complete_many(
  jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[],
  warnings jsonb[], timings jsonb[], files jsonb[] default null, fonts jsonb[] default null
) returns table (ordinal bigint, outcome text, event_id uuid, rule text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  at text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  -- All event ids of a batch begin with the same random bits and end with the job's id (UUID version 8, RFC 9562,
  -- section 5.8).
  event_prefix text := overlay(left(gen_random_uuid()::text, 24) placing '8' from 15);
  day date := (now() at time zone 'UTC')::date;
  held bigint := 0;
begin
  return query
    with held as materialized (
      update pressrun.jobs j set
        state = case when j.cancel_requested then 'cancelled'::pressrun.job_state else 'completed' end,
        finished_at = clock_timestamp(), lease_expires_at = null
      from (
        select u.* from unnest(jobs, leases, sha256s, bytes, media_types, page_sizes, warnings, timings, files, fonts) with ordinality
          as u (job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, files, fonts, ordinal)
        -- Jobs are always locked in the order of their ids, so that concurrent batches cannot deadlock.
        order by u.job_id
      ) i
      where j.id = i.job_id and j.lease = i.lease and j.state::text = 'running' and j.kind not like 'deliver.%'
      returning j.id, j.lease, j.attempt, j.claimed_by, j.kind, j.tenant, j.destination, j.destination_chosen, j.batch_id,
        j.priority, j.traceparent, greatest(j.run_at, j.enqueued_at) as ready_at, j.claimed_at, j.finished_at, j.state,
        i.ordinal, nullif(i.sha256, '') as sha256, i.bytes, i.media_type,
        case when complete_many.page_sizes is null then '[]' else i.page_sizes end as page_sizes,
        nullif(i.files, '[]') as files, nullif(i.fonts, '[]') as fonts,
        nullif(i.warnings, '[]') as warnings, nullif(i.timings, '{}') as timings,
        (event_prefix || lpad(to_hex(j.id & 281474976710655), 12, '0'))::uuid as event_id,
        split_part(j.destination, ':', 1) as destination_kind,
        case when j.state = 'completed' and i.sha256 <> '' and j.destination <> 'none'
          then nextval('pressrun.jobs_id_seq') end as delivery_id,
        case when j.state = 'completed' and i.sha256 <> '' and j.destination <> 'none'
          then pressrun.delivery_queue(j.destination, j.tenant) end as delivery_queue,
        -- The policy may have changed since the job was enqueued.
        case when j.state = 'completed' and i.sha256 <> '' and j.destination <> 'none'
          then coalesce(
            pressrun.delivery_refusal(j.tenant, j.kind, j.destination),
            (
              select pressrun.output_problem(
                coalesce(nullif(i.files, '[]'), '[{"output": "pdf"}]'), o.options, j.destination)
              from pressrun.delivery_options o where o.job_id = j.id and o.options ->> 'output' is not null
            )) end as rule
    ), attempts as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, warnings, timings)
      select h.id, h.lease, h.attempt, h.claimed_by, h.kind, h.ready_at, h.claimed_at, h.finished_at,
        case h.state when 'cancelled' then 'cancelled' else 'completed' end::pressrun.attempt_outcome, h.warnings, h.timings
      from held h
    ), artifacts as (
      insert into pressrun.artifacts
        (job_id, position, output, file_name, sha256, bytes, pages, page_sizes, media_type, parts, fonts)
      select h.id, 1, coalesce(h.files -> 0 ->> 'output', 'pdf'), h.files -> 0 ->> 'fileName', h.sha256, h.bytes,
        jsonb_array_length(h.page_sizes), h.page_sizes, h.media_type, h.files -> 0 -> 'parts', h.fonts
      from held h where h.state = 'completed' and h.sha256 is not null
      union all
      select h.id, f.position, f.file ->> 'output', f.file ->> 'fileName', f.file ->> 'sha256', (f.file ->> 'bytes')::bigint,
        jsonb_array_length(f.file -> 'pageSizes'), f.file -> 'pageSizes', f.file ->> 'mediaType', f.file -> 'parts', null
      from held h cross join lateral jsonb_array_elements(h.files) with ordinality as f (file, position)
      where h.state = 'completed' and h.sha256 is not null and f.position > 1
    ), events as (
      insert into pressrun.events (id, job_id, type, destination_kind, record)
      select h.event_id, h.id, 'pressrun.job.' || h.state, h.destination_kind,
        -- Parsing a text is faster than jsonb_build_object. The name of a kind needs no quoting.
        ('{"specversion": "1.0", "id": "' || h.event_id || '", "source": "/pressrun/' || h.kind
          || '", "type": "pressrun.job.' || h.state || '", "subject": "job/' || h.id || '", "time": "' || at
          || '", "datacontenttype": "application/json"' || coalesce(', "traceparent": "' || h.traceparent || '"', '')
          || ', "data": {"job": ' || h.id || ', "kind": "' || h.kind
          || '", "tenant": ' || to_json(h.tenant) || ', "destination": ' || to_json(h.destination) || ', "attempt": '
          || h.attempt
          || case h.state
            when 'completed' then ', "artifact": ' || case when h.sha256 is null then 'null' else jsonb_build_object(
                'sha256', h.sha256, 'bytes', h.bytes, 'mediaType', h.media_type,
                'pages', jsonb_array_length(h.page_sizes),
                'pageHeights', jsonb_path_query_array(h.page_sizes, '$[*][1]'))::text end
              || case when h.files is null then '' else ', "artifacts": ' || (
                  select jsonb_agg(
                    (f.file - 'pageSizes' - 'parts') || jsonb_build_object('pages', jsonb_array_length(f.file -> 'pageSizes'))
                    order by f.position)
                  from jsonb_array_elements(h.files) with ordinality as f (file, position))::text end
              || ', "warnings": ' || coalesce(h.warnings::text, '[]')
              || case when h.delivery_id is null then ''
                else ', "delivery": {"id": ' || h.delivery_id || ', "state": "'
                  || case when h.rule is null then 'requested' else 'refused' end || '"}' end
            else '' end
          || '}}')::jsonb
      from held h
      returning 1
    ), deliveries as (
      insert into pressrun.deliveries
        (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, file_name, files,
          completed_at, refusal)
      select h.delivery_id, h.id, h.kind, h.tenant, h.destination, h.delivery_queue, h.destination_chosen is not null,
        coalesce(o.options, '{}'), coalesce(c.files -> 0 ->> 'sha256', h.sha256),
        coalesce((c.files -> 0 ->> 'bytes')::bigint, h.bytes), coalesce(c.files -> 0 ->> 'mediaType', h.media_type),
        coalesce(c.files, h.files) -> 0 ->> 'fileName', case when jsonb_array_length(c.files) > 1 then c.files end,
        h.finished_at, h.rule
      from held h
        left join pressrun.delivery_options o on o.job_id = h.id
        left join lateral (
          select pressrun.chosen_files(h.files, o.options) as files where o.options ->> 'output' is not null
        ) c on true
      where h.delivery_id is not null
      returning id, refusal
    ), delivery_jobs as (
      insert into pressrun.jobs
        (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination, traceparent)
      select h.delivery_id, 'deliver.' || h.destination_kind, h.delivery_queue, h.tenant, 'available', h.priority, now(),
        coalesce((select k.max_attempts from pressrun.kinds k where k.name = 'deliver.' || h.destination_kind), 20),
        h.destination, h.traceparent
      from held h where h.delivery_id is not null and h.rule is null
      returning queue, tenant, priority, kind
    ), announced as (
      select pressrun.announce_deliveries(l.queue, l.tenant, l.priority, l.kind)
      from (select distinct j.queue, j.tenant, j.priority, j.kind from delivery_jobs j) l
    ), refused as (
      select pressrun.write_delivery_event(d.id, 'refused', 0, jsonb_build_object('rule', d.refusal))
      -- After the events of the jobs.
      from deliveries d where d.refusal is not null and (select count(*) from events) >= 0
    ), counted as (
      insert into pressrun.counter_deltas (kind, tenant, batch_id, state, day, destination_kind, what, jobs)
      select h.kind, h.tenant, h.batch_id, h.state,
        case h.state when 'completed' then day end, case h.state when 'completed' then h.destination_kind end,
        case when h.state = 'completed' then case when h.destination_chosen then 'chosen' else 'default' end end, count(*)
      from held h group by h.kind, h.tenant, h.batch_id, h.state, 6, 7
    )
    select h.ordinal, h.state::text, h.event_id, h.rule from held h
    -- The condition is always true; without references, "announced" and "refused" would not be evaluated.
    where (select count(*) from announced) >= 0 and (select count(*) from refused) >= 0;
  get diagnostics held = row_count;
  perform pressrun.record_fenced_writes(cardinality(jobs) - held::int);
end
$$;
comment on function pressrun.complete_many is
  'Completes jobs: each with its attempt, artifact, event and delivery, all or nothing. Each array has one element per job; an '
  'empty sha256 means that the job made no document. page_sizes, warnings, timings, files and fonts are null if no job has any; files has '
  'an array of all files of a job that made more than one, or whose file has a name. If the policy no longer allows the '
  'destination, or the delivery options name outputs that cannot be sent there, the job is completed, its delivery is '
  'refused, and rule is the reason. Returns no row for an old lease, which changes nothing.';
grant execute on function pressrun.complete_many to pressrun_worker;
