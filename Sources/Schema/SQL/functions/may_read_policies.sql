create or replace function pressrun.may_read_policies() returns boolean
language sql stable
as $$
  select exists (
    select from pg_roles r
    where r.rolname in ('pressrun_compliance', 'pressrun_monitor') and pg_has_role(session_user, r.oid, 'member'))
$$;
comment on function pressrun.may_read_policies is 'Whether the login may read the policies of every tenant.';
