create or replace function pressrun.end_attempt(
  job pressrun.jobs, outcome text, code text, message text, permanent boolean, warnings jsonb, delay interval,
  outcome_unknown boolean,
  out state pressrun.job_state, out run_at timestamptz
)
language plpgsql
set enable_seqscan = off
as $$
begin
  perform pressrun.write_attempt(job, outcome::pressrun.attempt_outcome, code, message, warnings, outcome_unknown);
  if outcome = 'cancelled' or job.cancel_requested then
    state := 'cancelled';
  elsif outcome = 'released' then
    state := 'available';
  elsif outcome = 'snoozed' then
    state := 'scheduled';
    run_at := clock_timestamp() + delay;
  elsif permanent or job.attempt >= job.max_attempts then
    state := 'discarded';
  else
    state := 'retryable';
    run_at := clock_timestamp()
      + greatest(coalesce(pressrun.backoff(job.kind, job.attempt), interval '10 seconds'), delay);
  end if;
  update pressrun.jobs j set
    state = end_attempt.state,
    run_at = coalesce(end_attempt.run_at, j.run_at),
    attempt = case when outcome in ('released', 'snoozed') then j.attempt - 1 else j.attempt end,
    finished_at = case when end_attempt.state in ('cancelled', 'discarded') then clock_timestamp() end,
    lease_expires_at = null
  where j.id = job.id;
  if state = 'cancelled' then
    perform pressrun.write_end_event(job, 'cancelled', '{}');
    perform pressrun.add_counter_delta(job, state, 1);
  elsif state = 'discarded' then
    perform pressrun.write_end_event(job, case outcome when 'refused' then 'refused' else 'discarded' end,
      jsonb_build_object('error', jsonb_build_object('code', code, 'message', message), 'warnings', warnings));
    perform pressrun.add_counter_delta(job, state, 1);
  elsif state = 'available' then
    -- The job keeps its position in its lane.
    perform pressrun.announce_ready_job(job, job.ready_xid);
  end if;
end
$$;
comment on function pressrun.end_attempt is
  'Ends an attempt that did not complete: writes the attempt and the job''s new state. The caller has locked the job''s row and '
  'checked the lease. delay is how long a snoozed job waits, and a failed one at least. outcome_unknown is for deliveries only.';
