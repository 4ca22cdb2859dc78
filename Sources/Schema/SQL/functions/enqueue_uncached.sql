create or replace function pressrun.enqueue_uncached(
  epoch bigint, kind text, payload json, tenant text, destination text, priority int, run_at timestamptz, unique_key text,
  max_attempts int, queue text, batch text, unique_for interval, delivery_options json,
  traceparent text, assets json,
  out job_id bigint, out inserted boolean
)
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  job record;
  batch_number bigint;
  has_schema text;
begin
  if payload is null or octet_length(payload::text) > 67108864 then
    perform pressrun.check_payload(payload);
  elsif delivery_options is not null then
    perform pressrun.check_delivery_options(delivery_options);
    perform pressrun.check_recipients(enqueue_uncached.tenant, enqueue_uncached.kind, delivery_options);
  end if;
  job := pressrun.prepare_job(
    enqueue_uncached.kind, enqueue_uncached.tenant, enqueue_uncached.priority, enqueue_uncached.unique_key, 1,
    enqueue_uncached.destination, enqueue_uncached.run_at, enqueue_uncached.max_attempts, enqueue_uncached.queue);
  perform pressrun.check_fields(enqueue_uncached.tenant, enqueue_uncached.kind, array[payload]);
  if batch is not null then
    batch_number := pressrun.find_or_create_batch(enqueue_uncached.tenant, batch);
  end if;
  if unique_for is not null and (unique_for not between interval '1 microsecond' and interval '100 years' or unique_key is null) then
    raise exception 'unique_for must be positive and at most 100 years, and needs a unique key' using errcode = 'PR004';
  end if;
  -- A second iteration is needed only if other transactions add or finish jobs with this key at the same time.
  for round in 1..100 loop
    if unique_key is not null then
      enqueue_uncached.job_id := pressrun.unique_key_holder(
        enqueue_uncached.kind, enqueue_uncached.tenant, enqueue_uncached.unique_key);
      if enqueue_uncached.job_id is not null then
        enqueue_uncached.inserted := false;
        return;
      end if;
    end if;
    -- Waits for another transaction that has inserted the same key, until it commits or rolls back.
    insert into pressrun.jobs as j
      (kind, queue, tenant, state, priority, run_at, max_attempts, destination, destination_chosen, unique_key, batch_id,
        traceparent)
    values (
      enqueue_uncached.kind, job.queue, enqueue_uncached.tenant, job.state, enqueue_uncached.priority, job.run_at,
      job.max_attempts, job.destination, nullif(enqueue_uncached.destination is not null, false),
      enqueue_uncached.unique_key, batch_number,
      case when traceparent is not null then pressrun.canonical_traceparent(traceparent) end)
    on conflict (kind, tenant, unique_key)
      where unique_key is not null and state in ('scheduled', 'available', 'running', 'retryable')
      do nothing
    returning j.id into enqueue_uncached.job_id;
    continue when not found;
    if unique_for is not null then
      insert into pressrun.unique_keys as u
      values (
        enqueue_uncached.kind, enqueue_uncached.tenant, enqueue_uncached.unique_key, enqueue_uncached.job_id,
        clock_timestamp() + unique_for)
      on conflict (kind, tenant, unique_key) do update set job_id = excluded.job_id, expires_at = excluded.expires_at
        where u.expires_at <= clock_timestamp();
      if not found then
        -- A concurrent transaction enqueued a job with the same key and unique_for, and the job has already finished.
        delete from pressrun.jobs j where j.id = enqueue_uncached.job_id;
        continue;
      end if;
    end if;
    insert into pressrun.payloads values (enqueue_uncached.job_id, enqueue_uncached.payload);
    if delivery_options is not null then
      insert into pressrun.delivery_options values (enqueue_uncached.job_id, enqueue_uncached.delivery_options);
    end if;
    if assets is not null then
      insert into pressrun.job_assets
      select enqueue_uncached.job_id, r.path, r.sha256 from pressrun.resolve_assets(enqueue_uncached.tenant, assets) r;
    end if;
    if batch_number is not null then
      insert into pressrun.counter_deltas (kind, tenant, batch_id, jobs)
      values (enqueue_uncached.kind, enqueue_uncached.tenant, batch_number, 1);
    end if;
    if job.state = 'available' then
      if not job.is_lane_open then
        insert into pressrun.lane_requests (queue, tenant, priority, kind, xid)
        values (
          job.queue, enqueue_uncached.tenant, enqueue_uncached.priority, enqueue_uncached.kind, pg_current_xact_id());
      end if;
      if job.is_awaited then
        -- PostgreSQL removes duplicate notifications within a transaction.
        perform pg_notify('pressrun_jobs', job.queue);
      end if;
    end if;
    enqueue_uncached.inserted := true;
    -- Not cached if the snapshot may be outdated (not "read committed"), or if depths must be checked for each job.
    if epoch is not null and job.state = 'available' and not job.is_awaited and current_setting('transaction_isolation') = 'read committed'
      and not exists (select from pressrun.limits l where l.max_depth is not null)
    then
      has_schema := (
        select case when k.schema is null then 'none' else 'schema' end from pressrun.kinds k where k.name = enqueue_uncached.kind);
      perform set_config('pressrun.enqueue_cache', concat_ws(chr(31),
        pressrun.sign_cached_enqueue(epoch, kind, tenant, priority, destination, max_attempts, queue,
          array[null, job.queue, job.max_attempts::text, job.destination, has_schema]),
        job.queue, job.max_attempts, job.destination, has_schema), false);
    end if;
    return;
  end loop;
  raise exception 'too many concurrent changes of unique key "%"; try again', enqueue_uncached.unique_key using errcode = '40001';
end
$$;
comment on function pressrun.enqueue_uncached is
  'enqueue without the enqueue cache: validates the job, inserts it and caches the result of the validation, unless the epoch is '
  'null. Callers check the tenant of the login.';
