create or replace function pressrun.size_classes_of(tenant text) returns table (kind text, size_class text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select o.kind, o.size_class from pressrun.open_size_classes o where o.tenant = size_classes_of.tenant
  order by o.kind, o.size_class
$$;
comment on function pressrun.size_classes_of is 'The size classes of pages that are open to a tenant, by kind.';
grant execute on function pressrun.size_classes_of to pressrun_worker;
grant execute on function pressrun.size_classes_of to pressrun_registrar;
grant execute on function pressrun.size_classes_of to pressrun_monitor;
