create or replace function pressrun.define_number_series(
  series text, pattern text default '{number}', first_number bigint default 1, tenant text default 'default'
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  present pressrun.number_series%rowtype;
begin
  perform pressrun.check_tenant(tenant);
  if series is null or octet_length(series) not between 1 and 100 or series ~ E'[\\x01-\\x1f\\x7f]' then
    raise exception 'the name of a number series must have 1 to 100 bytes and no control characters' using errcode = 'PR004';
  elsif pattern is null or octet_length(pattern) > 100 or pattern ~ E'[\\x01-\\x1f\\x7f]'
    or pattern !~ E'^[^{}]*\\{number(:([1-9]|1[0-8]))?\\}[^{}]*$' then
    raise exception 'the pattern of a number series must contain {number}, or {number:6} for six digits, once, and no other braces; '
      'it has at most 100 bytes' using errcode = 'PR004';
  elsif first_number is null or first_number not between 1 and 999999999999999999 then
    raise exception 'the first number of a series must be from 1 to 999,999,999,999,999,999' using errcode = 'PR004';
  end if;
  insert into pressrun.number_series (tenant, name, pattern, next_number) values (tenant, series, pattern, first_number)
  on conflict on constraint number_series_pkey do nothing;
  if found then
    insert into pressrun.audit_log (principal, name, action, object, tenant)
    values ('login', session_user, 'number_series.define', series, tenant);
    return true;
  end if;
  select s.* into present from pressrun.number_series s where s.tenant = tenant and s.name = series;
  if present.pattern <> pattern or present.next_number < first_number then
    raise exception 'the number series "%" exists with the pattern "%" and the next number %', series, present.pattern,
      present.next_number using errcode = 'PR004', hint = 'A series is not changed, since its numbers are issued; define another one.';
  end if;
  return false;
end
$$;
comment on function pressrun.define_number_series is
  'Defines a series of numbers of a tenant, such as "2026" with the pattern "RE-2026-{number:6}". Returns false if it exists with '
  'this pattern. Raises PR004 for malformed arguments, and for a series that exists with other values. The change is recorded in '
  'audit_log.';
grant execute on function pressrun.define_number_series to pressrun_registrar;
