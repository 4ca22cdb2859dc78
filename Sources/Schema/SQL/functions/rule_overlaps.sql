create or replace function pressrun.rule_overlaps(rule text, endpoint text) returns boolean
language sql immutable
as $$
  select case
    when rule = '*' or pressrun.rule_matches(rule, endpoint) then true
    when split_part(rule, ':', 1) <> split_part(endpoint, ':', 1) then false
    when endpoint in ('email', 's3', 'webdav', 'sftp') then true
    when endpoint = 'webhook' then rule like '%://%'
    when endpoint !~ '^(s3|webdav|sftp|folder):' then false
    -- The name matches, or the "*" in the rule's name may match the slash and a part of the path.
    else pressrun.pattern_matches(split_part(rule, '/', 1), endpoint)
      or split_part(rule, '/', 1) like '%*%' and starts_with(endpoint || '/', split_part(rule, '*', 1))
  end
$$;
comment on function pressrun.rule_overlaps is 'Whether a canonical rule matches some address of a configured destination.';
