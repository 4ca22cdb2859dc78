create or replace function pressrun.check_base(digest text, tenant text) returns void
language plpgsql stable
as $$
begin
  -- A login that acts for all tenants could read every artifact anyway.
  if pressrun.may_act_for('*') or exists (select from pressrun.unreferenced(array[digest]))
    or exists (select from pressrun.artifacts_of_tenant(check_base.tenant, array[digest])) then
    return;
  end if;
  raise exception 'tenant "%" has no artifact %', check_base.tenant, left(digest, 64) using errcode = 'PR004',
    hint = 'A login that may act for all tenants can register it.';
end
$$;
comment on function pressrun.check_base is
  'Raises PR004 if an artifact belongs to other tenants only: otherwise a tenant could read it by naming its hash as the base of a '
  'document.';
