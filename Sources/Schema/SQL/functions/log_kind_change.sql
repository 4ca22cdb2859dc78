create or replace function pressrun.log_kind_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then jsonb_build_object(
    'default', old.default_destination, 'allowed', old.allowed, 'denied', old.denied) end;
  after jsonb := case when tg_op <> 'DELETE' then jsonb_build_object(
    'default', new.default_destination, 'allowed', new.allowed, 'denied', new.denied) end;
begin
  if before is distinct from after then
    insert into pressrun.policy_changes (kind, before, after) values (coalesce(new.name, old.name), before, after);
  end if;
  return null;
end
$$;
comment on function pressrun.log_kind_change is
  'Trigger of kinds: records every change of the destinations of a kind, whether by register_kind or by a statement of the owner, '
  'with its login.';
create or replace trigger log_kind_change after insert or update or delete on pressrun.kinds
  for each row execute function pressrun.log_kind_change();
