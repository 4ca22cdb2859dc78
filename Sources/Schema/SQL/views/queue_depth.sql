create or replace view pressrun.queue_depth as
select q.name as queue,
  coalesce(sum(l.jobs) filter (where l.state = 'available'), 0)::bigint as available,
  coalesce(sum(l.jobs) filter (where l.state = 'running'), 0)::bigint as running,
  coalesce(sum(l.jobs) filter (where l.state in ('scheduled', 'retryable')), 0)::bigint as waiting,
  extract(epoch from clock_timestamp() - min(l.oldest) filter (where l.state = 'available'))::double precision
    as oldest_seconds,
  coalesce(bool_or(m.paused), false) as paused,
  min(m.max_running) as max_running,
  min(m.max_depth) as max_depth
from pressrun.queues q
  left join pressrun.live_counts() l on l.queue = q.name
  left join pressrun.limits m on m.scope = 'queue' and m.name = q.name
group by q.name;
comment on view pressrun.queue_depth is 'Unfinished jobs of each queue.';
comment on column pressrun.queue_depth.queue is 'Queue.';
comment on column pressrun.queue_depth.available is 'Ready jobs.';
comment on column pressrun.queue_depth.running is 'Running jobs.';
comment on column pressrun.queue_depth.waiting is 'Scheduled jobs, and failed jobs that will be tried again.';
comment on column pressrun.queue_depth.oldest_seconds is 'How long the oldest ready job has been ready; null if none is.';
comment on column pressrun.queue_depth.paused is 'Whether the queue is paused.';
comment on column pressrun.queue_depth.max_running is 'Limit of running jobs; null for none.';
comment on column pressrun.queue_depth.max_depth is 'Limit of ready jobs, beyond which enqueue is refused; null for none.';
grant select on pressrun.queue_depth to pressrun_monitor;
grant select on pressrun.queue_depth to pressrun_service;
