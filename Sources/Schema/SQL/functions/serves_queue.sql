create or replace function pressrun.serves_queue(queues text[], queue text) returns boolean
language sql immutable parallel safe
as $$
  select case when queue like 'deliveries.%' then queues && array['deliveries.*', queue]
    else queues = '{}' or queue = any (queues) end
$$;
comment on function pressrun.serves_queue is
  'Whether a worker or relay with these queues serves a queue. An empty array means all queues but those of deliveries, and '
  'deliveries.* all of these.';
grant execute on function pressrun.serves_queue to pressrun_monitor;
