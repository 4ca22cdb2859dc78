create or replace function pressrun.path_problem(path text, query text) returns text
language sql immutable parallel safe
as $$
  select case
    when path is null or query is null then 'a "%" without two hexadecimal digits'
    when path || query ~ '%([01].|7F)' then 'an encoded control character'
    when path ~ '%(2F|5C)' then 'an encoded slash or backslash in the path'
    when path ~ '//' then 'an empty part in the path'
    when path ~ E'/\\.\\.?(;[^/]*)?(/|$)' then 'a part "." or ".." in the path'
    when path !~ '^/[A-Za-z0-9._~!$&''()*+,;=:@/%-]*$' or query !~ E'^(\\?[A-Za-z0-9._~!$&''()*+,;=:@/?%-]*)?$'
      then 'a character that must be percent-encoded'
  end
$$;
comment on function pressrun.path_problem is
  'What is wrong with the path and query of a URL or of a rule, whose percent-encoding is normalized; null if nothing is.';
