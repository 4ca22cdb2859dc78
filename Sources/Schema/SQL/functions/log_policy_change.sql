create or replace function pressrun.log_policy_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into pressrun.policy_changes (tenant, before, after)
  values (
    coalesce(new.tenant, old.tenant),
    case when tg_op <> 'INSERT' then to_jsonb(old) - '{tenant,changed_at}'::text[] end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - '{tenant,changed_at}'::text[] end);
  return null;
end
$$;
comment on function pressrun.log_policy_change is
  'Trigger of policies: records every change, whether by set_policy or by a statement of the owner, with its login.';
create or replace trigger log_policy_change after insert or update or delete on pressrun.policies
  for each row execute function pressrun.log_policy_change();
