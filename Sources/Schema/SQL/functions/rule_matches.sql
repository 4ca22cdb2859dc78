create or replace function pressrun.rule_matches(rule text, destination text) returns boolean
language plpgsql immutable parallel safe
as $$
declare
  pattern text;
begin
  if rule = '*' then
    return true;
  elsif position(':' in rule) = 0 then
    return split_part(destination, ':', 1) = rule;
  end if;
  pattern := replace(replace(replace(replace(rule, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%');
  -- Mail addresses are compared without regard to case, everything else exactly.
  if destination like 'email:%' then
    return lower(destination collate "C") like lower(pattern collate "C");
  end if;
  return destination collate "C" like pattern collate "C";
end
$$;
comment on function pressrun.rule_matches is
  'Whether a policy rule (`*`, a kind of destination, or a kind with an address in which `*` matches any text) matches a '
  'destination.';
