create or replace function pressrun.prepare_many(
  kind text, tenant text, priority int, jobs int, batch text,
  inout destination text, inout run_at timestamptz, inout max_attempts int, inout queue text,
  out state pressrun.job_state, out batch_id bigint
)
language plpgsql
as $$
#variable_conflict use_variable
declare
  job record;
begin
  perform pressrun.check_producer(tenant);
  job := pressrun.prepare_job(kind, tenant, priority, null, jobs, destination, run_at, max_attempts, queue);
  destination := job.destination;
  run_at := job.run_at;
  max_attempts := job.max_attempts;
  queue := job.queue;
  state := job.state;
  if batch is not null and jobs > 0 then
    batch_id := pressrun.find_or_create_batch(tenant, batch);
    insert into pressrun.counter_deltas (kind, tenant, batch_id, jobs)
    values (prepare_many.kind, prepare_many.tenant, prepare_many.batch_id, prepare_many.jobs);
  end if;
  if state = 'available' and jobs > 0 then
    if not job.is_lane_open then
      insert into pressrun.lane_requests (queue, tenant, priority, kind, xid)
      values (prepare_many.queue, prepare_many.tenant, prepare_many.priority, prepare_many.kind, pg_current_xact_id());
    end if;
    if job.is_awaited then
      perform pg_notify('pressrun_jobs', queue);
    end if;
  end if;
end
$$;
comment on function pressrun.prepare_many is
  'Everything that an enqueue of several jobs with the same properties does, except inserting the rows of jobs and payloads: '
  'callers insert or COPY them afterwards.';
