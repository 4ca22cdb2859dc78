create or replace view pressrun.schedule_status as
select s.name, s.kind, s.cron, s.time_zone, s.tenant, s.paused, s.next_at, s.last_at, s.last_job, s.last_error
from pressrun.schedules s;
comment on view pressrun.schedule_status is 'Periodic jobs with their last and next times.';
comment on column pressrun.schedule_status.name is 'Schedule.';
comment on column pressrun.schedule_status.kind is 'Kind of its jobs.';
comment on column pressrun.schedule_status.cron is
  'Cron expression: minute, hour, day of the month, month, day of the week.';
comment on column pressrun.schedule_status.time_zone is 'Time zone of the expression.';
comment on column pressrun.schedule_status.tenant is 'Tenant of its jobs.';
comment on column pressrun.schedule_status.paused is 'Whether the schedule is paused.';
comment on column pressrun.schedule_status.next_at is 'When the next job is due.';
comment on column pressrun.schedule_status.last_at is 'When the last job was enqueued.';
comment on column pressrun.schedule_status.last_job is 'Last job.';
comment on column pressrun.schedule_status.last_error is 'Why the last job could not be enqueued; null if it was.';
grant select on pressrun.schedule_status to pressrun_monitor;
grant select on pressrun.schedule_status to pressrun_worker;
grant select on pressrun.schedule_status to pressrun_service;
