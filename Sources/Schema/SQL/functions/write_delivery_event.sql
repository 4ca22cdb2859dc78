create or replace function pressrun.write_delivery_event(delivery bigint, state text, attempt int, data jsonb) returns void
language sql
as $$
  with made as (
    select gen_random_uuid() as id, 'pressrun.delivery.' || state as type, split_part(d.destination, ':', 1) as kind,
      d as delivery
    from pressrun.deliveries d where d.id = write_delivery_event.delivery
  ), events as (
    insert into pressrun.events (id, job_id, type, destination_kind, record)
    select m.id, (m.delivery).id, m.type, m.kind,
      pressrun.event_record(m.id, m.type, (m.delivery).id, (m.delivery).kind, now(), jsonb_build_object(
        'delivery', (m.delivery).id, 'job', (m.delivery).job_id, 'kind', (m.delivery).kind,
        'tenant', (m.delivery).tenant, 'destination', (m.delivery).destination, 'attempt', attempt,
        'artifact', jsonb_build_object(
          'sha256', (m.delivery).sha256, 'bytes', (m.delivery).bytes, 'mediaType', (m.delivery).media_type))
        || case when (m.delivery).files is null then '{}' else jsonb_build_object('artifacts', (m.delivery).files) end || data)
        || jsonb_strip_nulls(jsonb_build_object('subject', 'delivery/' || (m.delivery).id, 'traceparent',
          (select s.traceparent from pressrun.jobs s where s.id = (m.delivery).job_id)))
    from made m
  )
  insert into pressrun.counter_deltas (kind, tenant, jobs, day, destination_kind, what)
  select 'deliver.' || m.kind, (m.delivery).tenant, 1, (now() at time zone 'UTC')::date, m.kind, state
  from made m where state in ('delivered', 'failed', 'refused')
$$;
comment on function pressrun.write_delivery_event is
  'Records that a delivery was delivered, failed, refused or cancelled, as an event and in the counts.';
