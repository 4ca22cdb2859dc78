create or replace function pressrun.check_rules(rules text[]) returns void
language plpgsql immutable
as $$
declare
  rule text;
begin
  if rules is null or cardinality(rules) > 1000 then
    raise exception 'a policy has a list of at most 1000 rules' using errcode = 'PR004';
  end if;
  foreach rule in array rules loop
    if pressrun.rule_problem(rule) is not null then
      raise exception 'rule "%" cannot be used: %', left(rule, 100), pressrun.rule_problem(rule)
        using errcode = 'PR004',
          hint = 'A rule is "*", a destination kind such as "email", or one with an address: "email:*@fund.example".';
    end if;
  end loop;
end
$$;
comment on function pressrun.check_rules is 'Raises PR004 for a malformed list of policy rules.';
