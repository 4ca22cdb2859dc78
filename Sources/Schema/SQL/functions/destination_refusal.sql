create or replace function pressrun.destination_refusal(tenant text, kind text, destination text) returns text
language plpgsql stable
as $$
declare
  policy pressrun.policies%rowtype;
  settings pressrun.kinds%rowtype;
  target record;
  rule text;
begin
  if destination = 'none' then
    return null;
  end if;
  -- Stored destinations are canonical, except those of before there was a canonical form.
  target := pressrun.canonical_destination(destination);
  if target.canonical is null then
    return 'malformed: ' || coalesce(target.problem, 'there is none');
  end if;
  select p.* into policy from pressrun.policies p
  where p.tenant in (destination_refusal.tenant, '*') order by p.tenant = '*' limit 1;
  if not found then
    return 'there is no default policy';
  end if;
  rule := pressrun.rules_refusal(
    case policy.tenant when '*' then 'the default policy' else format('tenant "%s"', tenant) end,
    policy.sharing, policy.allowed, policy.denied, target.canonical);
  if rule is not null then
    return rule;
  end if;
  select k.* into settings from pressrun.kinds k where k.name = destination_refusal.kind;
  if found and (settings.allowed <> '{}' or settings.denied <> '{}') then
    return pressrun.rules_refusal(
      format('kind "%s"', kind), true, case settings.allowed when '{}' then '{*}' else settings.allowed end,
      settings.denied, target.canonical);
  end if;
  return null;
end
$$;
comment on function pressrun.destination_refusal is
  'The reason why the policy of a tenant, or without one the default policy, or the rules of a kind refuse a destination; null '
  'if it is allowed.';
