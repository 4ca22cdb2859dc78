create or replace view pressrun.unserved_kinds as
select l.kind, l.queue, sum(l.jobs)::bigint as jobs, count(*) as tenants,
  extract(epoch from clock_timestamp() - min(l.oldest))::double precision as oldest_seconds
from pressrun.live_counts() l
where l.state = 'available' and l.queue not like 'deliveries.%' and not exists (
  select from pressrun.workers w
  where w.stopped_at is null and w.heartbeat_at > clock_timestamp() - interval '60 seconds'
    and pressrun.serves_queue(w.queues, l.queue) and (w.kinds is null or l.kind = any (w.kinds)))
group by l.kind, l.queue;
comment on view pressrun.unserved_kinds is
  'Ready jobs that no live worker claims, by kind and queue: no worker that serves the queue has the kind in its Jobs/.';
comment on column pressrun.unserved_kinds.kind is 'Kind.';
comment on column pressrun.unserved_kinds.queue is 'Queue.';
comment on column pressrun.unserved_kinds.jobs is 'Number of ready jobs.';
comment on column pressrun.unserved_kinds.tenants is 'Number of tenants whose jobs wait.';
comment on column pressrun.unserved_kinds.oldest_seconds is 'How long the oldest of them has been ready.';
grant select on pressrun.unserved_kinds to pressrun_monitor;
grant select on pressrun.unserved_kinds to pressrun_service;
