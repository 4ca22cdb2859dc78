create or replace function pressrun.subscribe(tenant text, destination text, types text[] default '{*}') returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  target text;
  latest bigint;
  result bigint;
begin
  perform pressrun.check_tenant(subscribe.tenant);
  perform pressrun.check_producer(subscribe.tenant);
  if subscribe.destination is null or subscribe.destination not like 'webhook:%' then
    raise exception 'events are delivered to webhooks, not to "%"', left(subscribe.destination, 100)
      using errcode = 'PR003', hint = 'Name a configured webhook or a URL: webhook:billing, webhook:https://example.com/hook.';
  end if;
  -- The rules of a kind are checked for each event.
  target := pressrun.check_destination(subscribe.tenant, '', subscribe.destination);
  perform pressrun.check_event_types(subscribe.types);
  -- Waits for deliver_events, so that it and this function agree on the events that precede the subscription.
  perform from pressrun.subscription_position for update;
  select coalesce(max(e.sequence), 0) into latest from pressrun.events e;
  if not exists (select from pressrun.subscriptions s where s.active) then
    update pressrun.subscription_position set sequence = greatest(sequence, latest);
  end if;
  insert into pressrun.subscriptions as s (tenant, destination, types, after_sequence)
  values (subscribe.tenant, target, subscribe.types, latest)
  on conflict (tenant, destination) do update set
    types = excluded.types, active = true,
    after_sequence = case when s.active then s.after_sequence else excluded.after_sequence end
  returning s.id into result;
  return result;
end
$$;
comment on function pressrun.subscribe is
  'Delivers the events of a tenant whose type matches one of the patterns to a webhook, from now on, and returns the id of the '
  'subscription. A second call for the same webhook changes the patterns. Raises PR002 and PR003 for destinations that cannot be '
  'used, PR004 for malformed patterns, PR011 if the login may not act for the tenant.';
grant execute on function pressrun.subscribe to pressrun_producer;
