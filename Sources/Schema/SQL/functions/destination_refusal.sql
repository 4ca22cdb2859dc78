create or replace function pressrun.destination_refusal(tenant text, kind text, destination text) returns text
language plpgsql stable
as $$
declare
  policy pressrun.policies%rowtype;
  settings pressrun.kinds%rowtype;
  rule text;
begin
  if destination = 'none' then
    return null;
  end if;
  select p.* into policy from pressrun.policies p where p.tenant = destination_refusal.tenant;
  if found then
    rule := pressrun.rules_refusal(
      format('tenant "%s"', tenant), policy.sharing, policy.allowed, policy.denied, destination);
    if rule is not null then
      return rule;
    end if;
  end if;
  select k.* into settings from pressrun.kinds k where k.name = destination_refusal.kind;
  if found then
    return pressrun.rules_refusal(format('kind "%s"', kind), true, settings.allowed, settings.denied, destination);
  end if;
  return null;
end
$$;
comment on function pressrun.destination_refusal is
  'The reason why the policy of a tenant or the rules of a kind refuse a destination; null if it is allowed.';
