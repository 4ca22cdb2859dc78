create or replace function pressrun.delete_asset(tenant text, sha256 text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_producer(delete_asset.tenant);
  delete from pressrun.assets a where a.tenant = delete_asset.tenant and a.sha256 = delete_asset.sha256;
  return found;
end
$$;
comment on function pressrun.delete_asset is
  'Removes an asset of a tenant, so that no new job can use it. Jobs that were enqueued with it keep it. Returns false if the tenant '
  'has no such asset.';
grant execute on function pressrun.delete_asset to pressrun_producer;
grant execute on function pressrun.delete_asset to pressrun_service;
