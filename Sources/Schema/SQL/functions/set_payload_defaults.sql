create or replace function pressrun.set_payload_defaults(tenant text, kind text, members json) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  schema jsonb;
  mistakes text[] := '{}';
begin
  perform pressrun.check_tenant(set_payload_defaults.tenant);
  select k.schema into schema from pressrun.kinds k
  where k.name = set_payload_defaults.kind and k.name not like 'deliver.%';
  if not found then
    raise exception 'unknown kind "%"', left(set_payload_defaults.kind, 100) using errcode = 'PR001';
  elsif members is null or json_typeof(members) <> 'object' then
    raise exception 'defaults are a JSON object of members of the payload' using errcode = 'PR004';
  elsif octet_length(members::text) > 1048576 then
    raise exception 'defaults may have at most 1,048,576 bytes' using errcode = 'PR004';
  end if;
  if schema is not null then
    mistakes := (pressrun.schema_mistakes(schema - 'required', members::jsonb, '$', mistakes, 50000)).mistakes;
    if mistakes <> '{}' then
      raise exception 'the defaults do not fit the kind "%": %', kind, array_to_string(mistakes, '; ')
        using errcode = 'PR012', detail = array_to_string(mistakes, e'\n');
    end if;
  end if;
  insert into pressrun.payload_defaults (tenant, kind, members)
  values (set_payload_defaults.tenant, set_payload_defaults.kind, set_payload_defaults.members)
  on conflict on constraint payload_defaults_pkey
    do update set members = excluded.members, set_at = now(), set_by = session_user;
  insert into pressrun.audit_log (principal, name, action, object, tenant)
  values ('login', session_user, 'defaults.set', set_payload_defaults.kind, set_payload_defaults.tenant);
end
$$;
comment on function pressrun.set_payload_defaults is
  'Sets the members that payloads of a tenant and kind have if they do not state them, instead of all earlier ones. Raises PR001, PR004, and '
  'PR012 for members that do not fit the schema of the kind. The change is recorded in audit_log, without the members.';
grant execute on function pressrun.set_payload_defaults to pressrun_registrar;
