create or replace function pressrun.notify_workers(queue text) returns void
language sql
as $$
  -- PostgreSQL commits transactions that send notifications one at a time, so none is sent unless a worker waits. PostgreSQL
  -- removes duplicate notifications within a transaction.
  select pg_notify('pressrun_jobs', notify_workers.queue)
  where exists (
    select from pressrun.workers w
    where w.stopped_at is null and w.waiting and w.heartbeat_at > clock_timestamp() - interval '2 minutes'
      and pressrun.serves_queue(w.queues, notify_workers.queue))
$$;
comment on function pressrun.notify_workers is 'Notifies workers and relays that wait for jobs of a queue, if there are any.';
