create or replace function pressrun.set_policy(
  tenant text, sharing boolean default true, allowed text[] default '{}', denied text[] default '{}'
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if set_policy.tenant is distinct from '*' then
    perform pressrun.check_tenant(set_policy.tenant);
  end if;
  insert into pressrun.policies as p (tenant, sharing, allowed, denied)
  values (
    set_policy.tenant, coalesce(set_policy.sharing, true), pressrun.check_rules(set_policy.allowed),
    pressrun.check_rules(set_policy.denied))
  on conflict (tenant) do update
    set sharing = excluded.sharing, allowed = excluded.allowed, denied = excluded.denied, changed_at = now()
    where (p.sharing, p.allowed, p.denied) is distinct from (excluded.sharing, excluded.allowed, excluded.denied);
end
$$;
comment on function pressrun.set_policy is
  'Sets the destinations that a tenant may use, or with the tenant "*" the default policy. Denied rules take precedence over '
  'allowed ones; an empty list of allowed rules allows nothing, and the rule "*" everything; with sharing off, every destination '
  'is refused.';
grant execute on function pressrun.set_policy to pressrun_compliance;
grant execute on function pressrun.set_policy to pressrun_service;
