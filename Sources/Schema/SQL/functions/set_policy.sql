create or replace function pressrun.set_policy(
  tenant text, sharing boolean default true, allowed text[] default '{}', denied text[] default '{}'
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_tenant(set_policy.tenant);
  perform pressrun.check_rules(set_policy.allowed);
  perform pressrun.check_rules(set_policy.denied);
  insert into pressrun.policies as p (tenant, sharing, allowed, denied)
  values (set_policy.tenant, coalesce(set_policy.sharing, true), set_policy.allowed, set_policy.denied)
  on conflict (tenant) do update
    set sharing = excluded.sharing, allowed = excluded.allowed, denied = excluded.denied, changed_at = now();
end
$$;
comment on function pressrun.set_policy is
  'Sets the destinations that a tenant may use. Denied rules take precedence over allowed ones; an empty list of allowed '
  'rules allows all; with sharing off, every destination is refused.';
