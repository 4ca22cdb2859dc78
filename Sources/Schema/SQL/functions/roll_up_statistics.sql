create or replace function pressrun.roll_up_statistics(into_seconds int, from_seconds int, recorded_to timestamptz) returns void
language sql
set enable_seqscan = off set jit = off
as $$
  with periods as (
    -- The period in progress and the preceding one, to which "enqueued" is added later.
    select to_timestamp(floor(extract(epoch from recorded_to) / into_seconds) * into_seconds - into_seconds) as first
  )
  insert into pressrun.statistics as s (
    seconds, at, queue, kind, available, running, waiting, enqueued, completed, failed, discarded, queued_p50, queued_p95,
    running_p50, running_p95, workers, slots, busy)
  select into_seconds, to_timestamp(floor(extract(epoch from r.at) / into_seconds) * into_seconds), r.queue, r.kind,
    max(r.available), max(r.running), max(r.waiting), sum(r.enqueued), sum(r.completed), sum(r.failed), sum(r.discarded),
    sum(r.queued_p50 * (r.completed + r.failed)) / nullif(sum(r.completed + r.failed) filter (where r.queued_p50 is not null), 0),
    max(r.queued_p95),
    sum(r.running_p50 * (r.completed + r.failed)) / nullif(sum(r.completed + r.failed) filter (where r.running_p50 is not null), 0),
    max(r.running_p95), max(r.workers), max(r.slots), max(r.busy)
  from pressrun.statistics r, periods p
  where r.seconds = from_seconds and r.at >= p.first and r.at < recorded_to
  group by 2, r.queue, r.kind
  on conflict (seconds, queue, kind, at) do update set
    available = excluded.available, running = excluded.running, waiting = excluded.waiting, enqueued = excluded.enqueued,
    completed = excluded.completed, failed = excluded.failed, discarded = excluded.discarded, queued_p50 = excluded.queued_p50,
    queued_p95 = excluded.queued_p95, running_p50 = excluded.running_p50, running_p95 = excluded.running_p95,
    workers = excluded.workers, slots = excluded.slots, busy = excluded.busy
$$;
comment on function pressrun.roll_up_statistics is
  'Adds the statistics of short periods up to those of longer ones: of the period in progress and of the preceding one.';
