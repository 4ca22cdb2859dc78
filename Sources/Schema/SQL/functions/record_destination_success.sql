create or replace function pressrun.record_destination_success(queues text[]) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  failing text[];
begin
  -- Usually no queue has failures, and nothing is written. Rows are always locked in the order of their names.
  failing := array(
    select b.queue from pressrun.breakers b
    where b.queue = any (queues) and b.failures > 0 and b.state <> 'disabled'
    order by b.queue for update);
  if failing <> '{}' then
    update pressrun.breakers b set
      state = 'closed', failures = 0, probe_seconds = null, opened_at = null, next_probe_at = null
    where b.queue = any (failing);
    perform pressrun.notify_workers(q) from unnest(failing) q;
  end if;
end
$$;
comment on function pressrun.record_destination_success is
  'Closes the circuit breakers of delivery queues whose destinations accepted a document. A disabled queue stays disabled.';
