create or replace function pressrun.write_attempt(
  job pressrun.jobs, outcome pressrun.attempt_outcome, code text, message text, warnings jsonb,
  outcome_unknown boolean
) returns void
language sql
as $$
  insert into pressrun.attempts
    (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
      warnings, outcome_unknown)
  values (
    (job).id, (job).lease, (job).attempt, (job).claimed_by, (job).kind, greatest((job).run_at, (job).enqueued_at),
    (job).claimed_at, clock_timestamp(), outcome, code, message, nullif(warnings, '[]'),
    outcome_unknown)
$$;
comment on function pressrun.write_attempt is 'Records a finished attempt of a job.';
