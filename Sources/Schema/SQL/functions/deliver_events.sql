create or replace function pressrun.deliver_events(max_events int default 5000) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  start bigint;
  latest bigint;
  processed int;
  found_event record;
  delivery pressrun.deliveries%rowtype;
begin
  if not exists (select from pressrun.subscriptions s where s.active) then
    return 0;
  end if;
  select p.sequence into start from pressrun.subscription_position p for update skip locked;
  if not found then
    return 0;
  end if;
  select count(*), max(e.sequence) into processed, latest from pressrun.events_after(start, max_events) e;
  if processed = 0 then
    return 0;
  end if;
  for found_event in
    select s.tenant, s.destination, e.record::text as record, e.record->'data'->>'job' as job, e.job_id,
      -- Batches have no kind.
      coalesce(e.record->'data'->>'kind', 'batch') as kind, e.time
    from pressrun.events e
      join pressrun.subscriptions s on s.tenant = e.record->'data'->>'tenant' and e.sequence > s.after_sequence
    where e.sequence > start and e.sequence <= latest and s.active and pressrun.event_type_matches(s.types, e.type)
      -- Otherwise the delivery of each event would be an event to deliver.
      and not exists (
        select from pressrun.deliveries d
        where e.type like 'pressrun.delivery.%' and d.id = e.job_id and d.media_type = 'application/cloudevents+json')
    order by e.sequence, s.id
  loop
    begin
      insert into pressrun.deliveries as d
        (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at)
      values (
        nextval('pressrun.jobs_id_seq'), coalesce(found_event.job::bigint, found_event.job_id), found_event.kind,
        found_event.tenant, found_event.destination,
        pressrun.delivery_queue(found_event.destination, found_event.tenant), true,
        json_build_object('event', found_event.record), encode(sha256(convert_to(found_event.record, 'UTF8')), 'hex'),
        octet_length(convert_to(found_event.record, 'UTF8')), 'application/cloudevents+json', found_event.time)
      returning d.* into delivery;
      perform pressrun.add_delivery_job(delivery, 0);
    exception when others then
      -- Other errors than those of the data, such as a full disk, concern all events, which remain to be processed.
      if left(sqlstate, 2) not in ('22', '23', '54', 'P0', 'PR') then
        raise;
      end if;
      insert into pressrun.deliveries as d
        (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at, refusal)
      values (
        nextval('pressrun.jobs_id_seq'), found_event.job_id, found_event.kind, found_event.tenant, found_event.destination,
        'deliveries.webhook', true, '{}', encode(sha256(''), 'hex'), 0, 'application/cloudevents+json', found_event.time,
        left('the event cannot be delivered: ' || sqlerrm, 1000))
      returning d.* into delivery;
      perform pressrun.write_delivery_event(delivery.id, 'refused', 0, jsonb_build_object('rule', delivery.refusal));
    end;
  end loop;
  update pressrun.subscription_position set sequence = latest;
  return processed;
end
$$;
comment on function pressrun.deliver_events is
  'Requests a delivery of each event to each subscription that it matches, up to max_events after those processed before, and '
  'returns how many were processed. Maintenance calls it; without subscriptions it reads nothing else. The document of such a '
  'delivery is the record of the event, which is in its options. The delivery of an event of a batch has the job 0 and the kind '
  '"batch". An event that cannot be delivered is a refused delivery without document, and does not stop the others.';
