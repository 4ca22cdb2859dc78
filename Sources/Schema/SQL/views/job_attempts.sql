create or replace view pressrun.job_attempts as
select a.job_id, a.lease, a.attempt, a.worker_id, a.kind, a.ready_at, a.started_at, a.finished_at,
  a.outcome, a.error_code, a.error_message, a.warnings, a.timings,
  a.outcome_unknown
from pressrun.attempts a
union all
select j.id, j.lease, j.attempt, j.claimed_by, j.kind, greatest(j.run_at, j.enqueued_at), j.claimed_at, null,
  null, null, null, null, null, null
from pressrun.jobs j where j.state = 'running';
comment on view pressrun.job_attempts is 'All attempts. Running ones have no end and no outcome.';
comment on column pressrun.job_attempts.job_id is 'Job.';
comment on column pressrun.job_attempts.lease is 'Lease of the attempt; increases from one attempt to the next.';
comment on column pressrun.job_attempts.attempt is 'Number of the attempt; released and snoozed ones do not count.';
comment on column pressrun.job_attempts.worker_id is 'Worker.';
comment on column pressrun.job_attempts.kind is 'Kind.';
comment on column pressrun.job_attempts.ready_at is 'When the job was ready to be claimed.';
comment on column pressrun.job_attempts.started_at is 'When the job was claimed.';
comment on column pressrun.job_attempts.finished_at is 'When the attempt ended.';
comment on column pressrun.job_attempts.outcome is 'completed, failed, expired, released, snoozed, cancelled or refused.';
comment on column pressrun.job_attempts.error_code is 'Error, for programs.';
comment on column pressrun.job_attempts.error_message is 'Error, for people.';
comment on column pressrun.job_attempts.warnings is 'Warnings about the document.';
comment on column pressrun.job_attempts.timings is 'Milliseconds by stage.';
comment on column pressrun.job_attempts.outcome_unknown is
  'Attempts of deliveries that did not succeed: whether the document may have arrived all the same.';
grant select on pressrun.job_attempts to pressrun_monitor;
grant select on pressrun.job_attempts to pressrun_worker;
grant select on pressrun.job_attempts to pressrun_relay;
grant select on pressrun.job_attempts to pressrun_service;
