create or replace function pressrun.check_tenant(tenant text) returns void
language plpgsql immutable
as $$
begin
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ '[\x01-\x1f\x7f]' then
    raise exception 'a tenant is named by 1 to 200 bytes without control characters' using errcode = 'PR004';
  end if;
end
$$;
comment on function pressrun.check_tenant is 'Raises PR004 for a malformed tenant name.';
