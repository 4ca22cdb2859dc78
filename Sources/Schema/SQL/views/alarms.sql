create or replace view pressrun.alarms as
select a.alarm, a.title, a.anchor, a.value, a.unit, a.warn_at, a.page_at, a.is_minimum,
  case
    when case when a.is_minimum then a.value < a.page_at else a.value > a.page_at end then 'page'
    when case when a.is_minimum then a.value < a.warn_at else a.value > a.warn_at end then 'warn'
    else 'none'
  end as severity,
  a.subject
from (
  select 1 as place, 'backlog' as alarm, 'Backlog' as title, 'backlog' as anchor, d.oldest_seconds as value, 's' as unit,
    60::double precision as warn_at, 600::double precision as page_at, false as is_minimum, d.queue as subject
  from (select) n
    left join lateral (
      select q.queue, q.oldest_seconds from pressrun.queue_depth q
      where not q.paused and q.oldest_seconds is not null order by q.oldest_seconds desc limit 1
    ) d on true
  union all
  select 2, 'slow_start', 'Slow start', 'backlog', s.queued_p95, 's', 30, 300, false, s.kind
  from (select) n
    left join lateral (
      select r.kind, r.queued_p95 from pressrun.statistics r
      where r.seconds = 60 and r.queue <> '*' and r.at >= now() - interval '6 minutes' and r.queued_p95 is not null
      order by r.queued_p95 desc limit 1
    ) s on true
  union all
  select 3, 'no_workers', case w.workers when 1 then 'Only one worker' else 'No workers' end,
    case w.workers when 1 then 'only-one-worker' else 'no-workers' end, w.workers, '', 2, 1, true, null
  from (
    select count(*)::double precision as workers from pressrun.workers w
    where w.stopped_at is null and w.heartbeat_at > clock_timestamp() - interval '60 seconds'
      and not pressrun.serves_queue(w.queues, 'deliveries.*')
  ) w
  union all
  select 4, 'failures', 'Failures', 'failures', f.share, '', 0.02, 0.2, false, f.kind
  from (select) n
    left join lateral (
      select r.kind, sum(r.failed)::double precision / nullif(sum(r.completed + r.failed), 0)::double precision as share
      from pressrun.statistics r where r.seconds = 60 and r.queue <> '*' and r.at >= now() - interval '1 hour'
      -- Of few attempts, one that fails is a large share. Jobs that are discarded are an alarm of their own.
      group by r.kind having sum(r.completed + r.failed) >= 10 order by 2 desc nulls last limit 1
    ) f on true
  union all
  select 5, 'discarded', 'Discarded', 'failures', count(*)::double precision, '', 0, 100, false, null
  from (
    select from pressrun.jobs j where j.state = 'discarded' and j.finished_at > now() - interval '1 hour' limit 1000
  ) j
  union all
  select 6 + o.place, o.what, o.title, replace(o.what, '_', '-'), h.count, '', 5, 100, false, null
  from (values (0, 'rescues', 'Rescues', 'rescued'), (1, 'fenced_writes', 'Fenced writes', 'fenced'))
      as o (place, what, title, incident)
    cross join lateral (
      select coalesce(sum(i.count), 0)::double precision as count from pressrun.incidents i
      where i.what = o.incident and i.at > now() - interval '1 hour'
    ) h
  union all
  select 8, 'old_snapshot', 'Old snapshot', 'old-snapshot', pressrun.oldest_snapshot_seconds(), 's', 300, 3600, false, null
  union all
  select 9, 'dead_rows', 'Dead rows', 'dead-rows', t.n_dead_tup, '', 1000000, 10000000, false, t.relname::text
  from (select) n
    left join lateral (
      select s.n_dead_tup, s.relname from pg_stat_user_tables s
      where s.schemaname = 'pressrun' order by s.n_dead_tup desc limit 1
    ) t on true
  union all
  select 10, 'slow_documents', 'Slow documents', 'slow-documents', s.running_p95, 's', 10, 60, false, s.kind
  from (select) n
    left join lateral (
      select r.kind, r.running_p95 from pressrun.statistics r
      where r.seconds = 60 and r.queue <> '*' and r.kind not like 'deliver.%' and r.at >= now() - interval '1 hour'
        and r.running_p95 is not null
      order by r.running_p95 desc limit 1
    ) s on true
  union all
  select 11, 'destinations', 'Unavailable destinations', 'deliveries-that-fail', count(*)::double precision, '', 0, null, false,
    min(b.queue)
  from pressrun.breakers b where b.state in ('open', 'half_open', 'disabled')
  union all
  select 12, 'unserved_kinds', 'Kinds without a worker', 'kinds-without-a-worker', count(distinct u.kind)::double precision, '', 0, null, false,
    min(u.kind)
  from pressrun.unserved_kinds u
  union all
  select 13, 'worker_problems', 'Workers with a problem', 'workers-with-a-problem', count(*)::double precision, '', 0, null, false,
    min(w.host || ': ' || w.problem)
  from pressrun.worker_status w where w.problem is not null
  union all
  select 14, 'different_fonts', 'Different fonts', 'different-fonts',
    greatest(count(distinct (w.fonts, w.libraries)) - 1, 0)::double precision, '', 0, null, false, null
  from pressrun.worker_status w where w.fonts is not null and w.heartbeat_age_seconds < 60
  union all
  select 15, 'broken_kinds', 'Kinds with mistakes', 'kinds-with-mistakes', count(distinct b.kind)::double precision, '', 0, null,
    false, min(b.kind || ': ' || b.problem)
  from pressrun.broken_kinds b
  union all
  select 16, 'warnings', 'Documents with warnings', 'documents-with-warnings', w.share, '', 0.05, null, false, w.kind
  from (select) n
    left join lateral (
      select c.kind, c.documents / nullif(sum(r.completed), 0)::double precision as share
      from (
        select a.kind, count(*)::double precision as documents from (
          select t.kind from pressrun.attempts t
          where t.warnings is not null and t.finished_at > now() - interval '1 hour' and t.outcome = 'completed'
          limit 10000
        ) a group by a.kind
      ) c join pressrun.statistics r
        on r.kind = c.kind and r.seconds = 60 and r.queue <> '*' and r.at >= now() - interval '1 hour'
      group by c.kind, c.documents order by 2 desc nulls last limit 1
    ) w on true
  union all
  select 17, 'undelivered', 'Undelivered documents', 'undelivered-documents', u.seconds, 's', 3600, 86400, false, u.queue
  from (select) n left join pressrun.oldest_undelivered() u on true
  union all
  select 18, 'forgotten_pause', 'Forgotten pause', 'forgotten-pause', p.seconds, 's', 86400, null, false, p.subject
  from (select) n
    left join lateral (
      select extract(epoch from clock_timestamp() - l.paused_at)::double precision as seconds, l.scope || ' ' || l.name as subject
      from pressrun.limits l where l.paused order by l.paused_at limit 1
    ) p on true
  union all
  select 19, 'late_schedule', 'Late schedule', 'late-schedule', s.seconds, 's', 300, 3600, false, s.name
  from (select) n
    left join lateral (
      select greatest(extract(epoch from clock_timestamp() - c.next_at)::double precision, 0) as seconds, c.name
      from pressrun.schedules c where not c.paused order by c.next_at limit 1
    ) s on true
  union all
  select 20, 'storage', 'Storage', 'storage', w.share, '', 0.1, 0.02, true, w.host
  from (select) n
    left join lateral (
      select s.storage_free_bytes::double precision / s.storage_bytes as share, s.host
      from pressrun.worker_status s
      where s.storage_bytes is not null and s.heartbeat_age_seconds < 60 order by 1 limit 1
    ) w on true
  union all
  select 21, 'late_timestamp', 'Late timestamp', 'late-timestamp', t.seconds, 's', 3600, 86400, false, t.subject
  from (select) n
    left join lateral (
      select extract(epoch from clock_timestamp() - d.failing_since)::double precision as seconds,
        d.tenant || '/' || d.document as subject
      from pressrun.due_timestamps d where d.failing_since is not null order by d.failing_since limit 1
    ) t on true
) a
order by a.place;
comment on view pressrun.alarms is
  'The alarms of docs/operations.md, evaluated now. Reads statistics and unfinished jobs; never all finished jobs.';
comment on column pressrun.alarms.alarm is 'Name, for programs.';
comment on column pressrun.alarms.title is 'Name, for people.';
comment on column pressrun.alarms.anchor is 'Section of docs/operations.md that says what to do.';
comment on column pressrun.alarms.value is 'The measured value; null if there is none.';
comment on column pressrun.alarms.unit is 's for seconds, or empty for a number.';
comment on column pressrun.alarms.warn_at is 'Threshold of a warning.';
comment on column pressrun.alarms.page_at is 'Threshold beyond which somebody must act at once; null for none.';
comment on column pressrun.alarms.is_minimum is 'Whether values below the threshold are an alarm, not those above.';
comment on column pressrun.alarms.severity is 'none, warn or page.';
comment on column pressrun.alarms.subject is 'The queue, kind, table or host that has the value; null if it is not that of one.';
grant select on pressrun.alarms to pressrun_monitor;
grant select on pressrun.alarms to pressrun_service;
