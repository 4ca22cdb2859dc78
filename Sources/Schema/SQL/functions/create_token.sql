create or replace function pressrun.create_token(
  name text, permissions text[], tenants text[] default null, expires_at timestamptz default null,
  out id bigint, out token text
)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  known constant text[] :=
    '{jobs:write,jobs:read,artifacts:read,documents:write,admin,viewer,operator,compliance}';
  unknown text;
begin
  if create_token.name is null or octet_length(create_token.name) not between 1 and 200
    or create_token.name ~ E'[\\x01-\\x1f\\x7f]' then
    raise exception 'the name of a token must have 1 to 200 bytes and no control characters' using errcode = 'PR004';
  elsif coalesce(cardinality(create_token.permissions), 0) = 0 then
    raise exception 'a token needs at least one permission' using errcode = 'PR004';
  elsif create_token.expires_at <= clock_timestamp() then
    raise exception 'a token must expire in the future' using errcode = 'PR004';
  elsif create_token.expires_at >= '10000-01-01 00:00Z' then
    raise exception 'a token must expire before the year 10000, or never' using errcode = 'PR004';
  elsif cardinality(create_token.tenants) = 0 then
    raise exception 'name at least one tenant, or none at all for every tenant' using errcode = 'PR004';
  end if;
  select p into unknown from unnest(create_token.permissions) p where p is null or p <> all (known) limit 1;
  if found then
    raise exception 'unknown permission "%"; known are %', left(unknown, 100), array_to_string(known, ', ')
      using errcode = 'PR004';
  end if;
  perform pressrun.check_tenant(t) from unnest(create_token.tenants) t;
  id := nextval(pg_get_serial_sequence('pressrun.access_tokens', 'id'));
  -- Two random UUIDs have 244 random bits, from the server's cryptographic generator.
  token := 'prt_' || create_token.id || '_'
    || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  insert into pressrun.access_tokens (id, name, sha256, permissions, tenants, expires_at) overriding system value
  values (
    create_token.id, create_token.name, encode(sha256(convert_to(create_token.token, 'UTF8')), 'hex'),
    create_token.permissions, create_token.tenants, create_token.expires_at);
end
$$;
comment on function pressrun.create_token is
  'Makes a token for the HTTP service. The token is returned only here; the database keeps its SHA-256. Raises PR004 for malformed '
  'arguments.';
