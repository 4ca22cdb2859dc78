create or replace function pressrun.enable_deliveries(queue text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update pressrun.breakers b set
    state = 'closed', failures = 0, probe_seconds = null, opened_at = null, next_probe_at = null
  where b.queue = enable_deliveries.queue;
  if not found then
    raise exception 'queue "%" has no circuit breaker', left(enable_deliveries.queue, 100) using errcode = 'PR005';
  end if;
  perform pressrun.notify_workers(queue);
end
$$;
comment on function pressrun.enable_deliveries is
  'Closes the circuit breaker of a delivery queue at once, whether it is open or was disabled by its destination.';
grant execute on function pressrun.enable_deliveries to pressrun_service;
grant execute on function pressrun.enable_deliveries to pressrun_operator;
