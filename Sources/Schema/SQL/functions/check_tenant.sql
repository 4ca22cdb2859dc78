create or replace function pressrun.check_tenant(tenant text) returns void
language plpgsql immutable
as $$
begin
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ E'[\\x01-\\x1f\\x7f]' then
    raise exception 'the name of a tenant must have 1 to 200 bytes and no control characters' using errcode = 'PR004';
  elsif tenant = '*' then
    raise exception 'no tenant can have the name "*", which means all tenants' using errcode = 'PR004';
  end if;
end
$$;
comment on function pressrun.check_tenant is 'Raises PR004 for a malformed tenant name.';
