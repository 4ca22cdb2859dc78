create or replace function pressrun.may_hold(deliveries boolean) returns boolean
language sql stable
as $$
  -- See may_act_for.
  select pg_has_role(session_user, (select n.nspowner from pg_namespace n where n.nspname = 'pressrun'), 'member')
    or exists (
      select from pg_roles r
      where r.rolname = case when deliveries then 'pressrun_relay' else 'pressrun_worker' end
        and pg_has_role(session_user, r.oid, 'member'))
$$;
comment on function pressrun.may_hold is
  'Whether the login may hold leases of deliveries, as a member of pressrun_relay, or of other jobs, as a member of pressrun_worker; '
  'the owner of the schema may hold both.';
