create or replace function pressrun.pin_template(kind text, version text, tenant text default '*') returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  found_version record;
  previous text;
begin
  if pin_template.tenant <> '*' then
    perform pressrun.check_tenant(pin_template.tenant);
  end if;
  if version is null or version !~ '^[0-9a-f]{8,64}$' then
    raise exception 'a version is named by at least the first 8 digits of its SHA-256' using errcode = 'PR004';
  end if;
  -- prune_templates must not remove the version before it is pinned.
  lock table pressrun.template_versions in row exclusive mode;
  select min(v.id) as id, count(*) as number, min(v.sha256) as sha256 into found_version
  from pressrun.template_versions v
  where v.kind = pin_template.kind and v.sha256 like pin_template.version || '%';
  if found_version.number <> 1 then
    raise exception 'the kind "%" has % versions that begin with %', left(pin_template.kind, 100), found_version.number,
      pin_template.version
      using errcode = 'PR004', hint = 'pressrun templates list shows the versions that workers have had.';
  end if;
  select v.sha256 into previous from pressrun.template_pins p join pressrun.template_versions v on v.id = p.version
  where p.kind = pin_template.kind and p.tenant = pin_template.tenant;
  if previous is distinct from found_version.sha256 then
    insert into pressrun.template_pins as p (kind, tenant, version)
    values (pin_template.kind, pin_template.tenant, found_version.id)
    on conflict on constraint template_pins_pkey do update set
      version = excluded.version, pinned_at = excluded.pinned_at, pinned_by = excluded.pinned_by;
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values (
      'login', session_user, 'template.pin', pin_template.kind || ' ' || found_version.sha256,
      nullif(pin_template.tenant, '*'));
  end if;
  return previous;
end
$$;
comment on function pressrun.pin_template is
  'Renders new jobs of a kind with one version, for a tenant or for * for all without a pin of their own. Returns the version that was '
  'pinned before, or null. Jobs that have been claimed already keep their version. The change is recorded in audit_log.';
grant execute on function pressrun.pin_template to pressrun_registrar;
grant execute on function pressrun.pin_template to pressrun_operator;
