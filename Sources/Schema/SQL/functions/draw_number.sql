create or replace function pressrun.draw_number(series text, unique_key text, tenant text default 'default') returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_variable
declare
  source pressrun.number_series%rowtype;
  issued pressrun.issued_numbers%rowtype;
begin
  perform pressrun.check_tenant(tenant);
  perform pressrun.check_producer(tenant);
  if unique_key is null or octet_length(unique_key) not between 1 and 200 then
    raise exception 'the unique key of a number must have 1 to 200 bytes' using errcode = 'PR004';
  end if;
  select i.* into issued from pressrun.issued_numbers i
  where i.tenant = tenant and i.series = series and i.unique_key = unique_key;
  if not found then
    -- The lock lasts until the transaction ends: the next number is issued when this one is certain.
    select s.* into source from pressrun.number_series s where s.tenant = tenant and s.name = series for update;
    if not found then
      raise exception 'tenant "%" has no number series "%"', tenant, left(series, 100) using errcode = 'PR004',
        hint = 'A registrar defines it: pressrun numbers define NAME.';
    end if;
    -- The transaction that held the lock may have used the same key.
    select i.* into issued from pressrun.issued_numbers i
    where i.tenant = tenant and i.series = series and i.unique_key = unique_key;
    if not found then
      update pressrun.number_series s set next_number = s.next_number + 1 where s.tenant = tenant and s.name = series;
      insert into pressrun.issued_numbers as i (tenant, series, number, text, unique_key)
      values (tenant, series, source.next_number, pressrun.number_text(source.pattern, source.next_number), unique_key)
      returning i.* into issued;
    end if;
  end if;
  if issued.voided_at is not null then
    raise exception 'the number % is void; draw another one with another unique key', issued.text using errcode = 'PR004';
  end if;
  return issued.text;
end
$$;
comment on function pressrun.draw_number is
  'Issues the next number of a series, or returns the number that was issued for the unique key. A transaction that is rolled back '
  'issues nothing, so that there are no gaps; other draws of the series wait until it ends. Raises PR004 for an unknown series and '
  'for a number that is void, PR011 if the login may not act for the tenant.';
grant execute on function pressrun.draw_number to pressrun_producer;
grant execute on function pressrun.draw_number to pressrun_service;
