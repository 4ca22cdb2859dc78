create or replace function pressrun.rule_matches(rule text, destination text) returns boolean
language plpgsql immutable parallel safe
as $$
declare
  kind text := split_part(destination, ':', 1);
  -- Scheme, host, port, the rest.
  url text := E'^webhook:([^:]+)://(\\[[^\\]]*\\]|[^:/]*)(?::([^/]*))?(/.*)$';
  rule_part text[];
  part text[];
begin
  if rule = '*' or rule = kind or rule = kind || ':*' then
    return true;
  elsif split_part(rule, ':', 1) <> kind then
    return false;
  elsif kind = 'email' then
    return pressrun.pattern_matches(lower(rule collate "C"), lower(destination collate "C"));
  elsif kind = 'webhook' and (rule like '%://%' or destination like '%://%') then
    rule_part := regexp_match(rule, url);
    part := regexp_match(destination, url);
    -- Part by part, so that the "*" of a host does not match text of a path.
    return coalesce(
      rule_part[1] in ('*', part[1]) and pressrun.pattern_matches(rule_part[2], part[2])
        and (rule_part[3] = '*' or rule_part[3] is not distinct from part[3])
        and pressrun.pattern_matches(rule_part[4], part[4]), false);
  end if;
  -- "folder:out/*" is everything in the folder, and the folder itself.
  return pressrun.pattern_matches(rule, destination)
    or rule like '%/*' and pressrun.pattern_matches(left(rule, -2), destination);
end
$$;
comment on function pressrun.rule_matches is
  'Whether a canonical policy rule matches a canonical destination. "kind" and "kind:*" match every destination of the kind; in '
  'an address, "*" matches any text, including "/".';
