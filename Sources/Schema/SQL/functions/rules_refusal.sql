create or replace function pressrun.rules_refusal(owner text, sharing boolean, allowed text[], denied text[], destination text)
returns text
language plpgsql immutable parallel safe
as $$
declare
  rule text;
begin
  if destination = 'none' then
    return null;
  elsif not sharing then
    return format('sharing is off for %s', owner);
  end if;
  foreach rule in array denied loop
    if pressrun.rule_matches(rule, destination) then
      return format('denied by rule "%s" of %s', rule, owner);
    end if;
  end loop;
  foreach rule in array allowed loop
    if pressrun.rule_matches(rule, destination) then
      return null;
    end if;
  end loop;
  return format(
    'not allowed by %s, which allows %s', owner, coalesce('only ' || nullif(array_to_string(allowed, ', '), ''), 'nothing'));
end
$$;
comment on function pressrun.rules_refusal is
  'The reason why a set of canonical rules refuses a canonical destination; null if it is allowed. owner names the set in the '
  'reason.';
