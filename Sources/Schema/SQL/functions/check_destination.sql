create or replace function pressrun.check_destination(tenant text, kind text, destination text) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  target record := pressrun.canonical_destination(destination);
  rule text;
begin
  if destination is null then
    raise exception 'the destination is null' using errcode = 'PR003';
  elsif target.problem is not null then
    raise exception 'destination "%" cannot be used: %', left(destination, 100), target.problem using errcode = 'PR003';
  elsif destination = 'none' then
    return destination;
  end if;
  rule := pressrun.destination_refusal(tenant, kind, target.canonical);
  if rule is not null then
    raise exception 'destination "%" is refused: %', target.canonical, rule
      using errcode = 'PR002', detail = rule,
        hint = 'Choose another destination, or change the policy with pressrun.set_policy.';
  elsif pressrun.configured_destination(target.canonical) is null then
    raise exception 'destination "%" is not configured', pressrun.destination_endpoint(target.canonical)
      using errcode = 'PR003',
        hint = format('Configure "%s" in Jobs/destinations.yaml. %s', pressrun.destination_endpoint(target.canonical), coalesce(
          'Configured are: ' || (select string_agg(d.endpoint, ', ' order by d.endpoint) from pressrun.destinations d) || '.',
          'No destination is configured yet, so that only "none" can be used.'));
  end if;
  return target.canonical;
end
$$;
comment on function pressrun.check_destination is
  'The canonical form of a destination that may be used. Raises PR003 for one that is malformed or not configured, and PR002 for '
  'one that a policy refuses, with the rule in DETAIL.';
grant execute on function pressrun.check_destination to pressrun_producer;
