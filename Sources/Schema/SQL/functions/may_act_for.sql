create or replace function pressrun.may_act_for(tenant text) returns boolean
language plpgsql stable
as $$
begin
  -- session_user is the login, whatever role it has set and whatever function runs. The owner of the schema includes
  -- superusers, who are members of every role.
  return pg_has_role(session_user, (select n.nspowner from pg_namespace n where n.nspname = 'pressrun'), 'member')
    or exists (
      select from pressrun.producer_tenants p where p.login = session_user::text and p.tenant in (may_act_for.tenant, '*'))
    or exists (
      select from pg_roles r where r.rolname = 'pressrun_all_tenants' and pg_has_role(session_user, r.oid, 'member'));
end
$$;
comment on function pressrun.may_act_for is
  'Whether the login may enqueue jobs and change documents of a tenant: by a row of producer_tenants, as a member of '
  'pressrun_all_tenants, or as the owner of the schema.';
