create or replace function pressrun.rule_problem(rule text) returns text
language plpgsql immutable parallel safe
as $$
declare
  kind text := split_part(rule, ':', 1);
begin
  if rule is null then
    return 'a rule is null';
  elsif rule = '*' then
    return null;
  elsif octet_length(rule) > 1024 then
    return 'longer than 1024 bytes';
  elsif rule ~ '[\x01-\x1f\x7f]' then
    return 'control characters';
  elsif kind <> all (pressrun.destination_kinds()) or kind = 'none' then
    return format('unknown kind "%s"', kind);
  elsif rule = kind || ':' then
    return 'the address is empty';
  end if;
  return null;
end
$$;
comment on function pressrun.rule_problem is 'What is wrong with the syntax of a policy rule; null if it is valid.';
