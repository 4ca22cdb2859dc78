create or replace function pressrun.add_delivery_job(delivery pressrun.deliveries, priority int) returns void
language plpgsql
as $$
declare
  job_kind text := 'deliver.' || split_part((delivery).destination, ':', 1);
begin
  insert into pressrun.jobs
    (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination, traceparent)
  values (
    (delivery).id, job_kind, (delivery).queue, (delivery).tenant, 'available', add_delivery_job.priority, now(),
    coalesce((select k.max_attempts from pressrun.kinds k where k.name = job_kind), 20),
    (delivery).destination,
    (select s.traceparent from pressrun.jobs s where s.id = (delivery).job_id));
  perform pressrun.announce_deliveries((delivery).queue, (delivery).tenant, priority, job_kind);
end
$$;
comment on function pressrun.add_delivery_job is 'Adds the job of a delivery.';
