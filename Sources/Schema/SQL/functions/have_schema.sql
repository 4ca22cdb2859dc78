create or replace function pressrun.have_schema(kinds text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from pressrun.kinds k where k.name = any (have_schema.kinds) and k.schema is not null)
$$;
comment on function pressrun.have_schema is 'Whether one of these kinds has a schema of its payloads, which COPY would not check.';
grant execute on function pressrun.have_schema to pressrun_producer;
grant execute on function pressrun.have_schema to pressrun_service;
