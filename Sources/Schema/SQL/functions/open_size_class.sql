create or replace function pressrun.open_size_class(tenant text, kind text, size_class text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_tenant(open_size_class.tenant);
  if not exists (select from pressrun.kinds k where k.name = open_size_class.kind) then
    raise exception 'unknown kind "%"', left(open_size_class.kind, 100) using errcode = 'PR001';
  elsif size_class is null or size_class not in ('compact', 'regular') then
    raise exception 'unknown size class "%"; expected compact or regular', left(size_class, 100) using errcode = 'PR004';
  end if;
  insert into pressrun.open_size_classes (tenant, kind, size_class)
  values (open_size_class.tenant, open_size_class.kind, open_size_class.size_class)
  on conflict on constraint open_size_classes_pkey do nothing;
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values (
      'login', session_user, 'size_class.open', open_size_class.kind || ' ' || open_size_class.size_class,
      open_size_class.tenant);
  end if;
  return found;
end
$$;
comment on function pressrun.open_size_class is
  'Lets jobs of a tenant and kind have pages of a size class that the kind''s file does not support. Returns false if they could '
  'before. The change is recorded in audit_log.';
grant execute on function pressrun.open_size_class to pressrun_registrar;
