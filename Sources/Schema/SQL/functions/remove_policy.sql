create or replace function pressrun.remove_policy(tenant text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if remove_policy.tenant = '*' then
    raise exception 'the default policy cannot be removed' using errcode = 'PR004', hint = 'Set it with pressrun.set_policy.';
  end if;
  delete from pressrun.policies p where p.tenant = remove_policy.tenant;
  return found;
end
$$;
comment on function pressrun.remove_policy is
  'Removes the policy of a tenant, which then has the default policy. Returns whether there was one.';
grant execute on function pressrun.remove_policy to pressrun_compliance;
grant execute on function pressrun.remove_policy to pressrun_service;
