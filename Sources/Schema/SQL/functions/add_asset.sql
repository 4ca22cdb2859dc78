create or replace function pressrun.add_asset(
  tenant text, sha256 text, bytes bigint, media_type text default '', name text default '',
  content bytea default null
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  kept record;
begin
  perform pressrun.check_tenant(tenant);
  perform pressrun.check_producer(tenant);
  if sha256 is null or sha256 !~ '^[0-9a-f]{64}$' then
    raise exception 'the SHA-256 of an asset must have 64 lower-case hexadecimal digits' using errcode = 'PR004';
  elsif bytes is null or bytes not between 0 and 67108864 then
    raise exception 'an asset has at most 64 MB' using errcode = 'PR004';
  elsif octet_length(name) > 200 or name ~ E'[\\x01-\\x1f\\x7f]' or octet_length(media_type) > 100 or media_type ~ E'[\\x01-\\x1f\\x7f]' then
    raise exception 'the name of an asset has at most 200 bytes, its media type at most 100, both without control characters'
      using errcode = 'PR004';
  end if;
  perform pressrun.check_base(sha256, bytes, tenant, content);
  -- Concurrent calls for one tenant add up the same assets.
  perform pg_advisory_xact_lock(hashtextextended('pressrun.assets ' || tenant, 0));
  if exists (select from pressrun.assets a where a.tenant = add_asset.tenant and a.sha256 = add_asset.sha256) then
    return false;
  end if;
  select count(*) as assets, coalesce(sum(a.bytes), 0) as bytes into kept from pressrun.assets a where a.tenant = add_asset.tenant;
  if kept.assets >= 10000 or kept.bytes + bytes > 4294967296 then
    raise exception 'tenant "%" has % assets of % MB; it may have 10000 of 4096 MB', tenant, kept.assets, round(kept.bytes / 1048576)
      using errcode = 'PR004', hint = 'pressrun assets delete removes assets that are no longer needed.';
  end if;
  insert into pressrun.assets (tenant, sha256, bytes, media_type, name)
  values (tenant, sha256, bytes, coalesce(media_type, ''), coalesce(name, ''))
  on conflict on constraint assets_pkey do nothing;
  return found;
end
$$;
comment on function pressrun.add_asset is
  'Adds a file of the artifact store to the assets of a tenant, which its jobs may then use. Returns false if the tenant has it '
  'already. A login that may not act for all tenants passes the content of the file, unless the tenant has the file; it is not stored. '
  'Raises PR004 for a file that the tenant does not have, or if the tenant has too many assets. A file for a single job can be '
  'added, used and removed with delete_asset in one transaction: the job keeps it.';
grant execute on function pressrun.add_asset to pressrun_producer;
grant execute on function pressrun.add_asset to pressrun_service;
