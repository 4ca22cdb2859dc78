create or replace function pressrun.cancel(job bigint) returns pressrun.job_state
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  found_job pressrun.jobs%rowtype;
begin
  select j.* into found_job from pressrun.jobs j where j.id = job for update;
  if not found then
    raise exception 'there is no job %', job using errcode = 'PR005';
  end if;
  case found_job.state
    when 'scheduled', 'available', 'retryable' then
      update pressrun.jobs j set state = 'cancelled', finished_at = clock_timestamp() where j.id = job;
      perform pressrun.write_end_event(found_job, 'cancelled', '{}');
      perform pressrun.add_counter_delta(found_job, 'cancelled', 1);
      return 'cancelled';
    when 'running' then
      update pressrun.jobs j set cancel_requested = true where j.id = job;
      perform pg_notify('pressrun_cancel', job::text);
      return 'running';
    when 'cancelled' then
      return 'cancelled';
    else
      raise exception 'job % is % and cannot be cancelled', job, found_job.state using errcode = 'PR006';
  end case;
end
$$;
comment on function pressrun.cancel is
  'Cancels a waiting job at once, and requests the worker of a running one to stop. Returns the state after the call.';
grant execute on function pressrun.cancel to pressrun_service;
grant execute on function pressrun.cancel to pressrun_operator;
