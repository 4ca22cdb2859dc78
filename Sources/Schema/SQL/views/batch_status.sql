create or replace view pressrun.batch_status as
select b.id as batch_id, b.tenant, b.name, b.held, b.created_at, b.completed_at,
  b.jobs + coalesce(t.jobs, 0) as jobs, b.completed + coalesce(t.completed, 0) as completed,
  b.discarded + coalesce(t.discarded, 0) as discarded, b.cancelled + coalesce(t.cancelled, 0) as cancelled
from pressrun.batches b left join (
  select d.batch_id, sum(d.jobs) filter (where d.state is null) as jobs,
    sum(d.jobs) filter (where d.state = 'completed') as completed,
    sum(d.jobs) filter (where d.state = 'discarded') as discarded,
    sum(d.jobs) filter (where d.state = 'cancelled') as cancelled
  from pressrun.counter_deltas d where d.batch_id is not null group by d.batch_id
) t on t.batch_id = b.id;
comment on view pressrun.batch_status is 'Batches and their progress.';
comment on column pressrun.batch_status.batch_id is 'Batch.';
comment on column pressrun.batch_status.tenant is 'Tenant.';
comment on column pressrun.batch_status.name is 'Name, unique for the tenant.';
comment on column pressrun.batch_status.held is 'Whether more jobs will be added.';
comment on column pressrun.batch_status.created_at is 'When the batch was created.';
comment on column pressrun.batch_status.completed_at is 'When all its jobs had finished and its event was written.';
comment on column pressrun.batch_status.jobs is 'Number of jobs.';
comment on column pressrun.batch_status.completed is 'Completed jobs.';
comment on column pressrun.batch_status.discarded is 'Discarded jobs.';
comment on column pressrun.batch_status.cancelled is 'Cancelled jobs.';
grant select on pressrun.batch_status to pressrun_monitor;
grant select on pressrun.batch_status to pressrun_worker;
grant select on pressrun.batch_status to pressrun_service;
