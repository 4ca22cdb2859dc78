create or replace function pressrun.write_event(job pressrun.jobs, type text, data jsonb) returns uuid
language sql
as $$
  with made as (select gen_random_uuid() as id)
  insert into pressrun.events (id, job_id, type, destination_kind, record)
  select made.id, (job).id, type, split_part((job).destination, ':', 1),
    pressrun.event_record(made.id, type, (job).id, (job).kind, now(),
      jsonb_build_object(
        'job', (job).id, 'kind', (job).kind, 'tenant', (job).tenant, 'destination', (job).destination,
        'attempt', (job).attempt) || data)
      || case when (job).traceparent is null then '{}' else jsonb_build_object('traceparent', (job).traceparent) end
  from made
  returning id
$$;
comment on function pressrun.write_event is 'Records an event of a job and returns the event''s id.';
