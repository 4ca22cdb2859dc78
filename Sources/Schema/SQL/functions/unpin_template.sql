create or replace function pressrun.unpin_template(kind text, tenant text default '*') returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pressrun.template_pins p where p.kind = unpin_template.kind and p.tenant = unpin_template.tenant;
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values ('login', session_user, 'template.unpin', unpin_template.kind, nullif(unpin_template.tenant, '*'));
    return true;
  end if;
  return false;
end
$$;
comment on function pressrun.unpin_template is
  'Removes a pin that pin_template set. Returns false if there was no pin. The change is recorded in audit_log.';
grant execute on function pressrun.unpin_template to pressrun_registrar;
grant execute on function pressrun.unpin_template to pressrun_operator;
