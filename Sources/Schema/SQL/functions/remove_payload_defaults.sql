create or replace function pressrun.remove_payload_defaults(tenant text, kind text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pressrun.payload_defaults d
  where d.tenant = remove_payload_defaults.tenant and d.kind = remove_payload_defaults.kind;
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values ('login', session_user, 'defaults.remove', remove_payload_defaults.kind, remove_payload_defaults.tenant);
    return true;
  end if;
  return false;
end
$$;
comment on function pressrun.remove_payload_defaults is
  'Removes the defaults of set_payload_defaults. Returns false if nothing was set. The change is recorded in audit_log.';
grant execute on function pressrun.remove_payload_defaults to pressrun_registrar;
