create or replace function pressrun.resolve_assets(tenant text, assets json) returns table (path text, sha256 text)
language plpgsql
as $$
#variable_conflict use_column
declare
  given record;
  size bigint;
  total bigint := 0;
  names text[] := '{}';
begin
  if json_typeof(assets) <> 'object' then
    raise exception 'assets must be a JSON object such as {"logo.png": "artifact:…"}' using errcode = 'PR004';
  end if;
  for given in select e.key, e.value, json_typeof(e.value) as type from json_each(assets) e loop
    if cardinality(names) = 100 then
      raise exception 'a job has at most 100 assets' using errcode = 'PR004';
    elsif octet_length(given.key) > 200 or given.key !~ E'^[^/\\x01-\\x1f\\x7f\\\\:?#%]+(/[^/\\x01-\\x1f\\x7f\\\\:?#%]+)*$'
      or given.key ~ E'(^|/)\\.\\.?(/|$)' or given.key = any (names)
    then
      raise exception 'asset "%": expected a path such as logo.png or images/logo.png, each once', left(given.key, 200)
        using errcode = 'PR004';
    elsif given.type <> 'string' or given.value #>> '{}' !~ '^artifact:[0-9a-f]{64}$' then
      raise exception 'asset "%": expected "artifact:" and the 64 digits of a SHA-256', given.key using errcode = 'PR004';
    end if;
    path := given.key;
    sha256 := substr(given.value #>> '{}', 10);
    -- The rows are locked, so that the file is referenced until the job's own reference exists.
    select a.bytes into size from pressrun.assets a
    where a.tenant = resolve_assets.tenant and a.sha256 = resolve_assets.sha256
    for key share;
    if not found then
      select a.bytes into size from pressrun.artifacts a join pressrun.jobs j on j.id = a.job_id
      where a.sha256 = resolve_assets.sha256 and j.tenant = resolve_assets.tenant
      order by a.job_id desc limit 1
      for key share of a;
    end if;
    if not found then
      raise exception 'asset "%": tenant "%" has no artifact %', given.key, resolve_assets.tenant, sha256
        using errcode = 'PR004', hint = 'pressrun assets put adds a file to the assets of a tenant.';
    end if;
    names := names || path;
    total := total + size;
    if total > 134217728 then
      raise exception 'the assets of a job have at most 128 MB together' using errcode = 'PR004';
    end if;
    return next;
  end loop;
end
$$;
comment on function pressrun.resolve_assets is
  'The files that the assets of a job name, such as {"logo.png": "artifact:…"}; null gives none. Each must be an asset of the tenant '
  'or an artifact of one of its jobs. Raises PR004 otherwise, and for more than 100 files or 128 MB.';
