create or replace function pressrun.fail_delivery(
  delivery bigint, lease bigint, code text, message text, permanent boolean, not_before_seconds double precision default null,
  outcome_unknown boolean default false, destination_down boolean default false,
  disables_destination boolean default false, out outcome text, out retry_at timestamptz
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  held pressrun.jobs%rowtype;
  ended record;
begin
  select j.* into held from pressrun.jobs j
  where j.id = fail_delivery.delivery and j.lease = fail_delivery.lease and j.state::text = 'running'
    and j.kind like 'deliver.%'
  for update;
  if not found then
    perform pressrun.record_fenced_writes(1);
    outcome := 'stale';
    return;
  end if;
  ended := pressrun.end_attempt(
    held, 'failed', code, message, permanent, null,
    -- A destination cannot delay a delivery by more than a day.
    make_interval(secs => least(86400, greatest(0, not_before_seconds))), outcome_unknown);
  outcome := ended.state;
  retry_at := ended.run_at;
  if disables_destination and held.destination ~ '^webhook:https?://' then
    -- The queue is that of all URLs of the host, which other tenants may use too.
    update pressrun.subscriptions s set active = false
    where s.tenant = held.tenant and s.destination = held.destination and s.active;
    if found then
      insert into pressrun.audit_log (principal, name, action, object, tenant)
      values ('login', session_user, 'subscription.end', held.destination, held.tenant);
    end if;
    disables_destination := false;
  end if;
  perform pressrun.record_destination_failure(held.queue, code, message, destination_down, disables_destination);
end
$$;
comment on function pressrun.fail_delivery is
  'Ends an attempt to deliver with an error: the delivery becomes retryable, not before not_before_seconds, or discarded if the '
  'error is permanent or the attempt was the last one. outcome_unknown says that the document may have arrived; '
  'destination_down and disables_destination are for the circuit breaker; a webhook URL that asks for no more ends the subscriptions of '
  'the tenant to it, and not the deliveries to its host. Returns the new state and when it is tried again; '
  '"stale" for an old lease, which changes nothing.';
grant execute on function pressrun.fail_delivery to pressrun_relay;
