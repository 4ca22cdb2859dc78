create or replace function pressrun.deny_image_host(tenant text, host text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pressrun.image_hosts h where h.tenant = deny_image_host.tenant and h.host = lower(deny_image_host.host);
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values ('login', session_user, 'image_host.deny', lower(deny_image_host.host), deny_image_host.tenant);
    return true;
  end if;
  return false;
end
$$;
comment on function pressrun.deny_image_host is
  'Removes a host from the permitted hosts of a tenant. Returns false if it was not permitted. The change is recorded in '
  'audit_log.';
grant execute on function pressrun.deny_image_host to pressrun_compliance;
