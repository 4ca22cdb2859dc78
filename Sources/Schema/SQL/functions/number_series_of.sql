create or replace function pressrun.number_series_of(tenant text default 'default')
returns table (name text, pattern text, next_number bigint, issued bigint, voided bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_producer(number_series_of.tenant);
  return query
    select s.name, s.pattern, s.next_number, count(i.number), count(i.voided_at)
    from pressrun.number_series s left join pressrun.issued_numbers i on i.tenant = s.tenant and i.series = s.name
    where s.tenant = number_series_of.tenant
    group by s.tenant, s.name order by s.name;
end
$$;
comment on function pressrun.number_series_of is
  'The number series of a tenant, with the numbers issued and void. Raises PR011 if the login may not act for the tenant.';
grant execute on function pressrun.number_series_of to pressrun_producer;
grant execute on function pressrun.number_series_of to pressrun_registrar;
grant execute on function pressrun.number_series_of to pressrun_operator;
grant execute on function pressrun.number_series_of to pressrun_service;
