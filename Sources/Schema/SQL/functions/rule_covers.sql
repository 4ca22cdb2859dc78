create or replace function pressrun.rule_covers(rule text, endpoint text) returns boolean
language sql immutable
as $$
  -- Only a "*" matches U+0001, which no address contains: a rule that matches it in place of every part matches every address.
  select case
    when endpoint = 'email' then pressrun.rule_matches(rule, E'email:\u0001@\u0001')
    when endpoint = 'webhook' then pressrun.rule_matches(rule, E'webhook:\u0001://\u0001:\u0001/\u0001')
    when endpoint in ('s3', 'webdav', 'sftp') then
      pressrun.rule_matches(rule, endpoint) and pressrun.rule_matches(rule, endpoint || E':\u0001')
    when endpoint ~ '^(s3|webdav|sftp|folder):' then
      pressrun.rule_matches(rule, endpoint) and pressrun.rule_matches(rule, endpoint || E'/\u0001')
    else pressrun.rule_matches(rule, endpoint)
  end
$$;
comment on function pressrun.rule_covers is 'Whether a canonical rule matches every address of a configured destination.';
