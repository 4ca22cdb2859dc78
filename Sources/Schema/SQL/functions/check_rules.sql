create or replace function pressrun.check_rules(rules text[]) returns text[]
language plpgsql immutable
as $$
declare
  rule text;
  canonical text[] := '{}';
begin
  if rules is null or cardinality(rules) > 1000 then
    raise exception 'a policy may have at most 1000 rules of each kind' using errcode = 'PR004';
  end if;
  foreach rule in array rules loop
    if pressrun.rule_problem(rule) is not null then
      raise exception 'rule "%" cannot be used: %', left(rule, 100), pressrun.rule_problem(rule)
        using errcode = 'PR004',
          hint = 'A rule is "*", a destination kind such as "email", or one with an address: "email:*@fund.example".';
    end if;
    canonical := canonical || (pressrun.canonical_rule(rule)).canonical;
  end loop;
  return canonical;
end
$$;
comment on function pressrun.check_rules is
  'The canonical forms of policy rules. Raises PR004 for a rule that is malformed or that nothing can match.';
