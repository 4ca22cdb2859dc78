create or replace view pressrun.tenant_depth as
select l.queue, l.tenant,
  coalesce(sum(l.jobs) filter (where l.state = 'available'), 0)::bigint as available,
  coalesce(sum(l.jobs) filter (where l.state = 'running'), 0)::bigint as running,
  coalesce(sum(l.jobs) filter (where l.state in ('scheduled', 'retryable')), 0)::bigint as waiting,
  extract(epoch from clock_timestamp() - min(l.oldest) filter (where l.state = 'available'))::double precision
    as oldest_seconds,
  coalesce(bool_or(m.paused), false) as paused,
  min(m.max_running) as max_running,
  min(m.rate) as rate
from pressrun.live_counts() l
  left join pressrun.limits m on m.scope = 'tenant' and m.name = l.tenant
group by l.queue, l.tenant;
comment on view pressrun.tenant_depth is 'Unfinished jobs of each tenant in each queue.';
comment on column pressrun.tenant_depth.queue is 'Queue.';
comment on column pressrun.tenant_depth.tenant is 'Tenant.';
comment on column pressrun.tenant_depth.available is 'Ready jobs.';
comment on column pressrun.tenant_depth.running is 'Running jobs.';
comment on column pressrun.tenant_depth.waiting is 'Scheduled jobs, and failed jobs that will be tried again.';
comment on column pressrun.tenant_depth.oldest_seconds is 'How long the oldest ready job has been ready.';
comment on column pressrun.tenant_depth.paused is 'Whether the tenant is paused.';
comment on column pressrun.tenant_depth.max_running is 'Limit of the tenant''s running jobs in all queues.';
comment on column pressrun.tenant_depth.rate is 'Limit of the average number of claims per second.';
grant select on pressrun.tenant_depth to pressrun_monitor;
grant select on pressrun.tenant_depth to pressrun_service;
