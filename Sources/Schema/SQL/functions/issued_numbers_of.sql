create or replace function pressrun.issued_numbers_of(
  series text, tenant text default 'default', after bigint default 0, maximum int default 1000
) returns table (number bigint, text text, unique_key text, issued_at timestamptz, voided_at timestamptz, void_reason text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_producer(issued_numbers_of.tenant);
  return query
    select i.number, i.text, i.unique_key, i.issued_at, i.voided_at, i.void_reason
    from pressrun.issued_numbers i
    where i.tenant = issued_numbers_of.tenant and i.series = issued_numbers_of.series and i.number > issued_numbers_of.after
    order by i.number limit least(greatest(maximum, 0), 10000);
end
$$;
comment on function pressrun.issued_numbers_of is
  'The numbers of a series after a number, in order, at most 10,000. Raises PR011 if the login may not act for the tenant.';
grant execute on function pressrun.issued_numbers_of to pressrun_producer;
grant execute on function pressrun.issued_numbers_of to pressrun_registrar;
grant execute on function pressrun.issued_numbers_of to pressrun_operator;
grant execute on function pressrun.issued_numbers_of to pressrun_service;
