create or replace function pressrun.record_destination_failure(
  queue text, code text, message text, is_down boolean, disables boolean
) returns void
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  breaker pressrun.breakers%rowtype;
  opens boolean;
begin
  if is_down or disables then
    -- Deliveries to URLs have a queue for each host and tenant, with the settings of the queue deliveries.webhook.
    insert into pressrun.breakers (queue, threshold, first_probe_seconds, max_probe_seconds)
    select record_destination_failure.queue, coalesce(b.threshold, 5), coalesce(b.first_probe_seconds, 30),
      coalesce(b.max_probe_seconds, 600)
    from (values (record_destination_failure.queue)) q (name)
      left join pressrun.breakers b on b.queue = 'deliveries.' || split_part(q.name, '.', 2)
    on conflict do nothing;
  end if;
  select b.* into breaker from pressrun.breakers b where b.queue = record_destination_failure.queue for update;
  if not found or breaker.state = 'disabled' then
    return;
  elsif disables then
    update pressrun.breakers b set
      state = 'disabled', failures = b.failures + 1, opened_at = clock_timestamp(), probe_seconds = null,
      next_probe_at = null, last_error_code = code, last_error = left(message, 1000)
    where b.queue = breaker.queue;
  elsif is_down then
    opens := breaker.state = 'half_open' or breaker.state = 'closed' and breaker.failures + 1 >= breaker.threshold;
    if opens then
      breaker.probe_seconds := least(
        breaker.max_probe_seconds, coalesce(breaker.probe_seconds * 2, breaker.first_probe_seconds));
    end if;
    update pressrun.breakers b set
      state = case when opens then 'open' else b.state end,
      failures = b.failures + 1,
      opened_at = case when opens then coalesce(b.opened_at, clock_timestamp()) else b.opened_at end,
      probe_seconds = breaker.probe_seconds,
      next_probe_at = case when opens then clock_timestamp() + make_interval(secs => breaker.probe_seconds)
        else b.next_probe_at end,
      last_error_code = code, last_error = left(message, 1000)
    where b.queue = breaker.queue;
  elsif breaker.state = 'half_open' then
    -- The probe failed for another reason, so it is not known whether the destination is available: the next failure opens the
    -- breaker again.
    update pressrun.breakers b set
      state = 'closed', failures = b.threshold - 1, probe_seconds = null, opened_at = null, next_probe_at = null
    where b.queue = breaker.queue;
  end if;
end
$$;
comment on function pressrun.record_destination_failure is
  'Counts a failed attempt for the circuit breaker of a delivery queue. is_down means that the destination is unavailable as a '
  'whole; disables, that it asks for no further deliveries.';
