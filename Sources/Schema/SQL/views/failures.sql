create or replace view pressrun.failures as
select j.id as job_id, j.kind, j.tenant, j.state, j.attempt, j.max_attempts, j.run_at, j.finished_at,
  e.finished_at as failed_at, e.error_code, e.error_message
from pressrun.jobs j cross join lateral (
  select a.* from pressrun.attempts a
  where a.job_id = j.id and a.outcome in ('failed', 'expired', 'refused')
  order by a.lease desc limit 1
) e
-- Excludes jobs that were never claimed, which cannot have failed, so that scheduled jobs are not looked up in attempts.
where j.lease > 0 and (j.state in ('retryable', 'scheduled') or j.state = 'discarded');
comment on view pressrun.failures is 'Failed jobs that will be tried again or were discarded, with their last error.';
comment on column pressrun.failures.job_id is 'Job.';
comment on column pressrun.failures.kind is 'Kind.';
comment on column pressrun.failures.tenant is 'Tenant.';
comment on column pressrun.failures.state is 'retryable, scheduled or discarded.';
comment on column pressrun.failures.attempt is 'Attempts so far.';
comment on column pressrun.failures.max_attempts is 'Maximum number of attempts.';
comment on column pressrun.failures.run_at is 'When the job is tried again.';
comment on column pressrun.failures.finished_at is 'When the job was discarded.';
comment on column pressrun.failures.failed_at is 'When the last failed attempt ended.';
comment on column pressrun.failures.error_code is 'Error of that attempt, for programs.';
comment on column pressrun.failures.error_message is 'Error of that attempt, for people.';
grant select on pressrun.failures to pressrun_monitor;
