create or replace function pressrun.record_action(
  principal text, name text, action text, object text, tenant text default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into pressrun.audit_log (principal, name, action, object, tenant)
  values (
    record_action.principal, record_action.name, record_action.action, left(record_action.object, 2000),
    record_action.tenant);
end
$$;
comment on function pressrun.record_action is 'Adds an entry to the audit log.';
grant execute on function pressrun.record_action to pressrun_service;
