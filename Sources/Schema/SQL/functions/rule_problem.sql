create or replace function pressrun.rule_problem(rule text) returns text
language sql immutable
as $$
  select case when rule is null then 'a rule is null' else c.problem end
  from (select) as one left join pressrun.canonical_rule(rule) c on true
$$;
comment on function pressrun.rule_problem is 'What is wrong with a policy rule; null if it is valid.';
