create or replace function pressrun.void_number(series text, number_text text, reason text, tenant text default 'default')
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  issued pressrun.issued_numbers%rowtype;
begin
  if reason is null or octet_length(reason) not between 1 and 500 or reason ~ E'[\\x01-\\x1f\\x7f]' then
    raise exception 'the reason must have 1 to 500 bytes and no control characters' using errcode = 'PR004';
  end if;
  select i.* into issued from pressrun.issued_numbers i
  where i.tenant = tenant and i.series = series and i.text = number_text for update;
  if not found then
    raise exception 'the series "%" of tenant "%" has not issued the number "%"', left(series, 100), left(tenant, 100),
      left(number_text, 100) using errcode = 'PR004';
  elsif issued.voided_at is not null then
    return false;
  end if;
  update pressrun.issued_numbers i set voided_at = now(), void_reason = reason
  where i.tenant = tenant and i.series = series and i.number = issued.number;
  insert into pressrun.audit_log (principal, name, action, object, tenant)
  values ('login', session_user, 'number.void', series || ' ' || number_text, tenant);
  return true;
end
$$;
comment on function pressrun.void_number is
  'Declares a number void, with the reason; it is not issued again. Returns false if it is void already. Raises PR004 if the series '
  'has not issued it. Recorded in audit_log.';
grant execute on function pressrun.void_number to pressrun_registrar;
grant execute on function pressrun.void_number to pressrun_operator;
