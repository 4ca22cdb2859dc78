create or replace function pressrun.check_destination(tenant text, kind text, destination text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  problem text := pressrun.destination_problem(destination);
  rule text;
begin
  if destination is null then
    raise exception 'no destination is named' using errcode = 'PR003';
  elsif problem is not null then
    raise exception 'destination "%" cannot be used: %', left(destination, 100), problem using errcode = 'PR003';
  end if;
  rule := pressrun.destination_refusal(tenant, kind, destination);
  if rule is not null then
    raise exception 'destination "%" is refused: %', destination, rule
      using errcode = 'PR002', detail = rule,
        hint = 'Choose another destination, or change the policy with pressrun.set_policy.';
  end if;
end
$$;
comment on function pressrun.check_destination is
  'Raises PR003 for a malformed destination, and PR002 for one that a policy refuses, with the rule in DETAIL.';
grant execute on function pressrun.check_destination to pressrun_producer;
