create or replace function pressrun.add_counter_delta(job pressrun.jobs, state pressrun.job_state, jobs int) returns void
language sql
as $$
  insert into pressrun.counter_deltas (kind, tenant, batch_id, state, jobs)
  values ((job).kind, (job).tenant, (job).batch_id, state, jobs)
$$;
comment on function pressrun.add_counter_delta is
  'Records that a job entered a final state (jobs = 1) or left it (jobs = -1).';
