create or replace function pressrun.retry(job bigint) returns void
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
  if found_job.state not in ('discarded', 'cancelled', 'retryable', 'scheduled') then
    raise exception 'job % is % and cannot be retried', job, found_job.state using errcode = 'PR006';
  end if;
  update pressrun.jobs j set
    state = 'available', run_at = now(), finished_at = null, cancel_requested = false, pages_done = null,
    ready_xid = pg_current_xact_id(),
    -- The template may have been corrected since the job ended.
    template = case when found_job.finished_at is null then j.template end,
    -- A finished job may be attempted as often again as its kind allows. The attempt numbers continue, so that they stay
    -- unambiguous in its history.
    max_attempts = case when found_job.finished_at is null then j.max_attempts
      else least(
        10000, j.attempt + coalesce((select k.max_attempts from pressrun.kinds k where k.name = j.kind), 1)) end
  where j.id = job;
  if found_job.state in ('discarded', 'cancelled') then
    perform pressrun.add_counter_delta(found_job, found_job.state, -1);
  end if;
  if found_job.kind like 'deliver.%' then
    update pressrun.deliveries d set refusal = null where d.id = job;
  end if;
  perform pressrun.announce_ready_job(found_job, pg_current_xact_id());
exception when unique_violation then
  raise exception 'another unfinished job has the unique key of job %', job using errcode = 'PR006';
end
$$;
comment on function pressrun.retry is
  'Makes a discarded, cancelled or waiting job available now. Its history is kept. A job that had ended is rendered with '
  'the present version of its template.';
grant execute on function pressrun.retry to pressrun_service;
grant execute on function pressrun.retry to pressrun_operator;
