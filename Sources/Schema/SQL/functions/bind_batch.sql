create or replace function pressrun.bind_batch(
  tenant text, name text, kind text, payload json, destination text default null, priority int default 0,
  delivery_options json default null
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  batch pressrun.batches%rowtype;
  job bigint;
begin
  perform pressrun.check_producer(tenant);
  select b.* into batch from pressrun.batches b
  where b.tenant = bind_batch.tenant and b.name = bind_batch.name for update;
  if not found then
    raise exception 'there is no batch "%"', left(bind_batch.name, 100) using errcode = 'PR005';
  end if;
  if batch.binder_job is not null then
    raise exception 'batch "%" is bound by job % already', left(bind_batch.name, 100), batch.binder_job using errcode = 'PR006';
  end if;
  -- The job waits until apply_counter_deltas completes the batch.
  job := pressrun.enqueue_one(
    kind, payload, tenant, destination, priority,
    case when batch.completed_at is null then now() + interval '100 years' else now() end,
    null, null, null, null, null, delivery_options);
  update pressrun.batches b set binder_job = job where b.id = batch.id;
  return job;
end
$$;
comment on function pressrun.bind_batch is
  'Enqueues the job that binds the documents of a batch. It starts when the batch completes. Its payload names the batch as '
  '"batch". Raises PR005 if there is no such batch, PR006 if it has a binder already, and the errors of enqueue.';
grant execute on function pressrun.bind_batch to pressrun_producer;
