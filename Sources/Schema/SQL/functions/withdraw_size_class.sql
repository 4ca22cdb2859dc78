create or replace function pressrun.withdraw_size_class(tenant text, kind text, size_class text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from pressrun.open_size_classes o
  where o.tenant = withdraw_size_class.tenant and o.kind = withdraw_size_class.kind
    and o.size_class = withdraw_size_class.size_class;
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values (
      'login', session_user, 'size_class.withdraw', withdraw_size_class.kind || ' ' || withdraw_size_class.size_class,
      withdraw_size_class.tenant);
    return true;
  end if;
  return false;
end
$$;
comment on function pressrun.withdraw_size_class is
  'Withdraws a size class that open_size_class opened. Returns false if it was not open. The change is recorded in '
  'audit_log.';
grant execute on function pressrun.withdraw_size_class to pressrun_registrar;
