create or replace function pressrun.subscriptions(tenant text default null) returns setof pressrun.subscriptions
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.* from pressrun.subscriptions s
  where (subscriptions.tenant is null or s.tenant = subscriptions.tenant) and pressrun.may_act_for(s.tenant)
  order by s.tenant, s.id
$$;
comment on function pressrun.subscriptions is
  'Subscriptions of a tenant, or of all tenants for which the login may act; those that were ended too.';
grant execute on function pressrun.subscriptions to pressrun_producer;
