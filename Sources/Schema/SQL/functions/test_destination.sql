create or replace function pressrun.test_destination(
  tenant text, destination text, kind text default null, out canonical text, out allowed boolean, out rule text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  target record := pressrun.canonical_destination(destination);
begin
  canonical := target.canonical;
  rule := coalesce(target.problem, pressrun.destination_refusal(tenant, kind, coalesce(canonical, 'none')));
  if rule is null and canonical <> 'none' and pressrun.configured_destination(canonical) is null then
    rule := format('"%s" is not configured', pressrun.destination_endpoint(canonical));
  end if;
  allowed := rule is null and canonical is not null;
  if allowed and canonical <> 'none' then
    select format('allowed by rule "%s" of %s', a.rule,
        case p.tenant when '*' then 'the default policy' else format('tenant "%s"', p.tenant) end)
      into rule
    from (
      select p.* from pressrun.policies p where p.tenant in (test_destination.tenant, '*') order by p.tenant = '*' limit 1
    ) p cross join unnest(p.allowed) with ordinality as a (rule, ordinal)
    where pressrun.rule_matches(a.rule, test_destination.canonical) order by a.ordinal limit 1;
  end if;
end
$$;
comment on function pressrun.test_destination is
  'Whether a tenant may send documents, of a kind if one is given, to a destination, its canonical form, and the rule that decides.';
grant execute on function pressrun.test_destination to pressrun_compliance;
grant execute on function pressrun.test_destination to pressrun_service;
