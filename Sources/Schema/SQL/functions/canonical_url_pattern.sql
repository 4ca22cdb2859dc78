create or replace function pressrun.canonical_url_pattern(pattern text, out canonical text, out problem text)
language plpgsql immutable strict
as $$
declare
  -- Scheme, authority, path, query.
  part text[] := regexp_match(pattern, E'^(https?|\\*)://([^/?]+)([^?]*)(\\?.*)?$', 'i');
  -- Host and port.
  authority text[] := regexp_match(part[2], E'^(\\[[^\\]]*\\]|[^:]*)(?::([0-9]*|\\*))?$');
  scheme text := lower(part[1] collate "C");
  host text := regexp_replace(lower(pressrun.normalize_percent_encoding(authority[1]) collate "C"), E'\\.$', '');
  port text := ltrim(authority[2], '0');
  -- Without a path, "https://*.example*" means every path of the hosts, and "https://a.example" its first page.
  path text := pressrun.normalize_percent_encoding(coalesce(
    nullif(part[3], ''), case when part[4] is null and part[2] like '%*' then '/*' else '/' end));
  query text := pressrun.normalize_percent_encoding(coalesce(nullif(part[4], '?'), ''));
  found record;
begin
  problem := case
    when part is null then 'a rule for URLs is such as "https://*.example/*"'
    when pattern like E'%\\\\%' or pattern like '%#%' or part[2] like '%@%' then 'no URL of a webhook has this form'
    when authority is null then 'the port is not a number'
    when nullif(left(rtrim(port, '*'), 6), '')::int > 65535 or port = '' and authority[2] <> ''
      then 'the port is not a number from 1 to 65535'
    when scheme = '*' and port ~ '[0-9]' then 'a rule with a port names the scheme'
    else pressrun.path_problem(path, query)
  end;
  if problem is null and (host is null or host !~ E'\\*' or authority[1] ~ E'[^\\x21-\\x7e]') then
    found := pressrun.canonical_host(case when authority[1] ~ E'[^\\x21-\\x7e]' then authority[1] else coalesce(host, '%') end);
    problem := found.problem;
    host := found.canonical;
  elsif problem is null and (host !~ '^[a-z0-9_.*-]+$' or host ~ E'^\\.|\\.\\.') then
    problem := 'not the name of a host';
  end if;
  if problem is null then
    if port = '' or port = (case scheme when 'http' then '80' else '443' end) then
      port := null;
    end if;
    canonical := scheme || '://' || host || coalesce(':' || port, '') || path || query;
  end if;
end
$$;
comment on function pressrun.canonical_url_pattern is
  'The canonical form of a rule for the URLs of webhooks, or why nothing can match it. A "*" matches the scheme, any text '
  'within the host, the port, or any text of the path and query.';
