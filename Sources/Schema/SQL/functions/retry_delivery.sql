create or replace function pressrun.retry_delivery(delivery bigint) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  found_delivery pressrun.deliveries%rowtype;
  source pressrun.jobs%rowtype;
  problem text;
begin
  select d.* into found_delivery from pressrun.deliveries d where d.id = retry_delivery.delivery;
  -- The lock keeps prune from removing both meanwhile.
  select j.* into source from pressrun.jobs j where j.id = found_delivery.job_id for share;
  select d.* into found_delivery from pressrun.deliveries d where d.id = retry_delivery.delivery for update;
  if not found then
    raise exception 'there is no delivery %', retry_delivery.delivery using errcode = 'PR005';
  end if;
  perform pressrun.check_destination(found_delivery.tenant, found_delivery.kind, found_delivery.destination);
  if exists (select from pressrun.jobs j where j.id = found_delivery.id) then
    perform pressrun.retry(found_delivery.id);
  else
    -- Its event was left out, so that there is nothing to send; see deliver_events.
    if found_delivery.media_type = 'application/cloudevents+json' and found_delivery.options ->> 'event' is null then
      raise exception 'delivery % has no event that could be sent', found_delivery.id using errcode = 'PR006';
    end if;
    -- A delivery that was refused because of its output has no such file.
    if found_delivery.options ->> 'output' is not null then
      problem := pressrun.output_problem(
        pressrun.job_files(source.id), found_delivery.options, found_delivery.destination);
    end if;
    if problem is not null then
      raise exception 'job %: %', source.id, problem using errcode = 'PR006';
    end if;
    perform pressrun.add_delivery_job(found_delivery, coalesce(source.priority, 0));
    update pressrun.deliveries d set refusal = null where d.id = found_delivery.id;
  end if;
end
$$;
comment on function pressrun.retry_delivery is
  'Makes a delivery that failed, was refused or cancelled, or waits, available now. Its history is kept. Raises PR002 if a policy '
  'refuses it still, PR005 for an unknown delivery, PR006 if it is in another state, its event could not be '
  'delivered, or the job has not made the outputs that its options name.';
grant execute on function pressrun.retry_delivery to pressrun_service;
grant execute on function pressrun.retry_delivery to pressrun_operator;
