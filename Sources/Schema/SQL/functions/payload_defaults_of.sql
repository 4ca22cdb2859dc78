create or replace function pressrun.payload_defaults_of(tenant text)
returns table (kind text, members json, set_at timestamptz, set_by text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.kind, d.members, d.set_at, d.set_by from pressrun.payload_defaults d
  where d.tenant = payload_defaults_of.tenant order by d.kind
$$;
comment on function pressrun.payload_defaults_of is
  'The members that payloads of a tenant have if they do not state them, by kind.';
grant execute on function pressrun.payload_defaults_of to pressrun_worker;
grant execute on function pressrun.payload_defaults_of to pressrun_service;
grant execute on function pressrun.payload_defaults_of to pressrun_registrar;
