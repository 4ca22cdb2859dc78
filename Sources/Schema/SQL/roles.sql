-- Group roles to grant to logins: of producers, of producers that act for every tenant, of workers, of relays, of monitoring, of
-- those who set policies, of those who register kinds, schedules and destinations, of the HTTP service, and of operators. Roles belong to the whole server:
-- another database may have created them. A login that may not create roles migrates without them.
do $$
declare
  role text;
begin
  foreach role in array array[
    'pressrun_producer', 'pressrun_all_tenants', 'pressrun_worker', 'pressrun_relay', 'pressrun_monitor',
    'pressrun_compliance', 'pressrun_registrar', 'pressrun_service', 'pressrun_operator'
  ] loop
    if not exists (select from pg_roles r where r.rolname = role) then
      begin
        execute format('create role %I nologin', role);
      exception
        -- Another database's migration created it at the same time.
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then return;
      end;
    end if;
  end loop;
end
$$;
