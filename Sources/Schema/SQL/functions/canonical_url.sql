create or replace function pressrun.canonical_url(url text, out canonical text, out problem text)
language plpgsql immutable strict
as $$
declare
  -- Scheme, authority, path, query.
  part text[] := regexp_match(url, E'^(https?)://([^/?]*)([^?]*)(\\?.*)?$', 'i');
  -- Host and port.
  authority text[] := regexp_match(part[2], E'^(\\[[^\\]]*\\]|[^:]*)(?::([0-9]*))?$');
  host record;
  port text := ltrim(authority[2], '0');
  path text := pressrun.normalize_percent_encoding(coalesce(nullif(part[3], ''), '/'));
  query text := pressrun.normalize_percent_encoding(coalesce(nullif(part[4], '?'), ''));
begin
  problem := case
    when part is null then 'a webhook is a configured name, or an http or https URL'
    when url like E'%\\\\%' then 'a backslash'
    when url like '%#%' then 'a URL of a webhook has no fragment ("#")'
    when part[2] like '%@%' then 'a URL with a user name or password'
    when authority is null then 'the port is not a number'
    when nullif(left(port, 6), '')::int > 65535 or port = '' and authority[2] <> '' then 'the port is not a number from 1 to 65535'
    else pressrun.path_problem(path, query)
  end;
  if problem is not null then
    return;
  end if;
  host := pressrun.canonical_host(
    case when authority[1] ~ E'[^\\x21-\\x7e]' then authority[1]
      else coalesce(pressrun.normalize_percent_encoding(authority[1]), '%') end);
  if host.problem is not null then
    problem := host.problem;
    return;
  end if;
  if port = '' or port = (case lower(part[1] collate "C") when 'http' then '80' else '443' end) then
    port := null;
  end if;
  canonical := lower(part[1] collate "C") || '://' || host.canonical || coalesce(':' || port, '') || path || query;
end
$$;
comment on function pressrun.canonical_url is
  'The canonical form of an http or https URL (RFC 3986, section 6): scheme and host in lower case, no default port, a path, '
  'normalized percent-encoding; or what is wrong with it.';
