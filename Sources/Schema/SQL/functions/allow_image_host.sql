create or replace function pressrun.allow_image_host(tenant text, host text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_tenant(allow_image_host.tenant);
  if host is null or octet_length(host) > 253
    or lower(host) !~ E'^(http://)?(\\*\\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*(:[0-9]{1,5})?$'
  then
    raise exception '"%" is not a host; expected cdn.example, *.img.example, cdn.example:8443 or http://cdn.example', left(host, 253)
      using errcode = 'PR004';
  end if;
  -- Concurrent calls for one tenant count the same hosts.
  perform pg_advisory_xact_lock(hashtextextended('pressrun.image_hosts ' || allow_image_host.tenant, 0));
  if (select count(*) from pressrun.image_hosts h where h.tenant = allow_image_host.tenant and h.host <> lower(allow_image_host.host))
    >= 100
  then
    raise exception 'a tenant can have at most 100 image hosts' using errcode = 'PR004';
  end if;
  insert into pressrun.image_hosts (tenant, host) values (allow_image_host.tenant, lower(allow_image_host.host))
  on conflict on constraint image_hosts_pkey do nothing;
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values ('login', session_user, 'image_host.allow', lower(allow_image_host.host), allow_image_host.tenant);
  end if;
  return found;
end
$$;
comment on function pressrun.allow_image_host is
  'Allows workers to fetch images of a tenant''s documents from a host. Returns false if it was allowed before. Raises PR004 for '
  'an invalid host, and if the tenant has 100 others. The change is recorded in audit_log.';
grant execute on function pressrun.allow_image_host to pressrun_compliance;
