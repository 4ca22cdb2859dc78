create or replace function pressrun.assets_of_tenant(tenant text)
returns table (sha256 text, bytes bigint, media_type text, name text, added_at timestamptz, jobs bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_producer(assets_of_tenant.tenant);
  return query
    select a.sha256, a.bytes, a.media_type, a.name, a.added_at,
      (select count(*) from pressrun.job_assets u join pressrun.jobs j on j.id = u.job_id
        where u.sha256 = a.sha256 and j.tenant = a.tenant)
    from pressrun.assets a where a.tenant = assets_of_tenant.tenant
    order by a.added_at, a.sha256;
end
$$;
comment on function pressrun.assets_of_tenant is
  'The assets of a tenant, oldest first, with the number of its jobs that use each. Raises PR011 if the login may not act for the '
  'tenant.';
grant execute on function pressrun.assets_of_tenant to pressrun_producer;
grant execute on function pressrun.assets_of_tenant to pressrun_service;
