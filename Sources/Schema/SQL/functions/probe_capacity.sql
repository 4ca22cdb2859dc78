create or replace function pressrun.probe_capacity(breaker pressrun.breakers) returns int
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  if breaker.state = 'disabled' or breaker.state = 'open' and breaker.next_probe_at > clock_timestamp() then
    return 0;
  end if;
  -- The lock lasts until the claim commits, and the running delivery is counted after it: concurrent claims make one probe.
  select b.* into breaker from pressrun.breakers b
  where b.queue = breaker.queue and (b.state = 'half_open' or b.state = 'open' and b.next_probe_at <= clock_timestamp())
  for update skip locked;
  if not found or exists (
    select from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.oldest_running_claim() and j.queue = breaker.queue)
  then
    return 0;
  elsif breaker.state = 'open' then
    update pressrun.breakers b set state = 'half_open' where b.queue = breaker.queue;
  end if;
  return 1;
end
$$;
comment on function pressrun.probe_capacity is
  'How many deliveries may be claimed although the circuit breaker is not closed: one if a probe is due and none is in progress.';
